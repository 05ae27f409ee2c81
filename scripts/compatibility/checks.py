"""Runs the checks of a client one by one and prints a line for each: client, check, ok or the error."""
import asyncio, inspect, os, signal, sys, traceback

SECONDS_MAX = 60


class Checks:
    """The checks of one client. A check is a function without parameters, which may be asynchronous."""

    def __init__(self, client):
        self.client = os.environ.get('CLIENT', client)
        self.dsn = os.environ['DSN']
        self.url = os.environ['URL']
        self.port = int(os.environ['PORT'])
        self.database = os.environ['DATABASE']
        self.known = []
        self.first = None
        self.spawn = None

    def __call__(self, check):
        self.known.append(check)
        return check

    def setup(self, first):
        """Registers what happens before the first check. If it fails, every check fails with its error."""
        self.first = first
        return first

    def within(self, spawn):
        """Registers a coroutine function that calls each check, for libraries that need an event loop around them."""
        self.spawn = spawn
        return spawn

    def call(self, loop, check):
        if self.spawn and not inspect.iscoroutinefunction(check):
            return loop.run_until_complete(self.spawn(check))
        result = check()
        return loop.run_until_complete(result) if inspect.iscoroutine(result) else result

    def run(self):
        signal.signal(signal.SIGALRM, give_up)
        loop = asyncio.new_event_loop()
        asyncio.set_event_loop(loop)
        prepared = None
        for check in ([self.first] if self.first else []) + self.known:
            try:
                if prepared:
                    raise prepared
                signal.alarm(SECONDS_MAX)
                self.call(loop, check)
                outcome = 'ok'
            except Exception as failure:
                if os.environ.get('TRACE') == check.__name__:
                    traceback.print_exc()
                outcome = describe(failure)
                prepared = failure if check is self.first else prepared
            finally:
                signal.alarm(0)
            if check is not self.first:
                print(self.client, check.__name__, outcome, sep='\t', flush=True)
        sys.stdout.flush()
        os._exit(0)  # Without waiting for threads and connections that a check has left.


def give_up(signum, frame):
    """Ends a check that takes too long."""
    raise TimeoutError('no answer in %d s' % SECONDS_MAX)


def describe(failure):
    """Returns the type and text of an error on one line; for an assertion, the line that failed and what was found."""
    text = ' '.join(str(failure).split())
    if isinstance(failure, AssertionError):
        asserted = [f.line for f in traceback.extract_tb(failure.__traceback__) if f.line.startswith('assert ')]
        text = '; found '.join(asserted[-1:] + ([text] if text else []))
    return type(failure).__name__ + ': ' + text
