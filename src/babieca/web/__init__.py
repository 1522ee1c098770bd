"""The page: a local server that finds, counts and draws in the browser, and its API.

`server` runs it; `app` is its table of addresses, those of jobs in `job_routes`; `refusals` says
what is not answered and `guard` who may ask. `jobs` are long work in processes of their own, kept
in `history`; `words` says what may be asked and `answering` answers it inside a worker process.
"""
