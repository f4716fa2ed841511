"""The site for assistants: few small tools over the operations of the API, spoken in the Model Context Protocol."""
