"""From question to answer: reading table and actions, what to report and sum up."""
