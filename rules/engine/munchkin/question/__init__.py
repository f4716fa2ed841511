"""From question to answer: reading table and actions, what cannot be, what to warn of, what to report and sum up."""
