"""The page and its API: a local server for finding, counting and drawing in the browser.

A request comes by `connections`, passes `guard`, then a route of `app`, or it gets one of the
`files`. `service` has a process of `workers` answer a verb; it runs `worker`. `jobs` gives long
work a process of its own and keeps it in a history. `words` checks the bodies of requests,
`answers` has the shapes of answers, `refusals` shapes errors, `reference` documents all of it,
`server` runs it.
"""
