"""The page and its API: a local server for finding, counting and drawing in the browser.

A request passes `guard`, then a route of `app` or `job_routes`. A process of `workers` answers a
verb; it runs `worker` and `answering`. `jobs` gives long work a process of its own and keeps it in
`history`. `words` checks the bodies of requests, `refusals` shapes errors, `server` runs it all.
"""
