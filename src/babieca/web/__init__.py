"""The page and its API: a local server for finding, counting and drawing in the browser.

A request passes `guard`, then a route of `app`. A process of `workers` answers a verb; it runs
`worker`. `jobs` gives long work a process of its own and keeps it in a history. `words` checks the
bodies of requests, `refusals` shapes errors, `server` runs it all.
"""
