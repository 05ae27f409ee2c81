"""Runs the checks of a client, each on its own, and prints one line for each: client, check, what came of it."""
import os, sys, traceback


class Checks:

    def __init__(self, client):
        self.client = client
        self.dsn = os.environ['DSN']
        self.url = os.environ['URL']
        self.known = []
        self.first = None

    def __call__(self, check):
        self.known.append(check)
        return check

    def setup(self, first):
        self.first = first
        return first

    def run(self):
        try:
            if self.first:
                self.first()
            prepared = None
        except Exception as failure:
            prepared = failure
        for check in self.known:
            try:
                if prepared:
                    raise prepared
                check()
                outcome = 'ok'
            except Exception as failure:
                if os.environ.get('TRACE') == check.__name__:
                    traceback.print_exc()
                outcome = type(failure).__name__ + ': ' + ' '.join(str(failure).split())
            print(self.client, check.__name__, outcome, sep='\t', flush=True)
