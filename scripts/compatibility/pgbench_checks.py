"""Checks of pgbench: making its tables, and its scripts in each mode of the protocol."""
import os, re, subprocess, tempfile
from checks import Checks

checks = Checks('pgbench')


def run(program, *arguments):
    done = subprocess.run([program, *arguments], text=True, capture_output=True, timeout=55, env={
        **os.environ, 'PGHOST': os.environ['HOST'], 'PGPORT': os.environ['PORT'], 'PGUSER': os.environ['LOGIN'],
        'PGPASSWORD': os.environ['PASSWORD'], 'PGDATABASE': os.environ['DATABASE']})
    if done.returncode:
        raise RuntimeError(' '.join(done.stderr.split()))
    return done.stdout, done.stderr


def value(query):
    return run('psql', '-XAtc', query)[0].strip()


def bench(*arguments, transactions=20):
    """Runs one client and asserts that it executes all of its transactions."""
    out, err = run('pgbench', '-n', '-c', '1', '-t', str(transactions), *arguments)
    done = re.search(r'actually processed: (\d+)', out)
    assert done and int(done.group(1)) == transactions, out + err


def balance(kind):
    return int(value('SELECT sum(%sbalance) FROM pgbench_%s' % (kind[0], kind)))


def transfer(*arguments, transactions=20):
    """Runs transactions of tpcb-like and asserts that they add the same to each of the three kinds of balances."""
    kinds = 'accounts', 'branches', 'tellers'
    before = [balance(kind) for kind in kinds]
    rows = int(value('SELECT count(*) FROM pgbench_history'))
    bench('-b', 'tpcb-like', *arguments, transactions=transactions)
    assert len({balance(kind) - old for kind, old in zip(kinds, before)}) == 1
    assert int(value('SELECT count(*) FROM pgbench_history')) == rows + transactions


@checks.setup
def tables():
    """Makes pgbench's tables by hand, so that its scripts are checked also where it cannot make them itself."""
    run('psql', '-Xq', '-v', 'ON_ERROR_STOP=1', '-c', """
        CREATE TABLE pgbench_branches (bid int PRIMARY KEY, bbalance int, filler char(88));
        CREATE TABLE pgbench_tellers (tid int PRIMARY KEY, bid int, tbalance int, filler char(84));
        CREATE TABLE pgbench_accounts (aid int PRIMARY KEY, bid int, abalance int, filler char(84));
        CREATE TABLE pgbench_history (tid int, bid int, aid int, delta int, mtime timestamp, filler char(22));
        INSERT INTO pgbench_branches VALUES (1, 0, '');
        INSERT INTO pgbench_tellers SELECT n, 1, 0, '' FROM generate_series(1, 10) AS s(n);
        INSERT INTO pgbench_accounts SELECT n, 1, 0, '' FROM generate_series(1, 100000) AS s(n)""")


@checks
def vacuum():
    run('pgbench', '-i', '-I', 'v')


@checks
def tpcb_like_simple():
    transfer('-M', 'simple')


@checks
def tpcb_like_extended():
    transfer('-M', 'extended')


@checks
def tpcb_like_prepared():
    transfer('-M', 'prepared')


@checks
def simple_update_simple():
    bench('-b', 'simple-update', '-M', 'simple')


@checks
def simple_update_extended():
    bench('-b', 'simple-update', '-M', 'extended')


@checks
def simple_update_prepared():
    bench('-b', 'simple-update', '-M', 'prepared')


@checks
def select_only_simple():
    bench('-b', 'select-only', '-M', 'simple')


@checks
def select_only_extended():
    bench('-b', 'select-only', '-M', 'extended')


@checks
def select_only_prepared():
    bench('-b', 'select-only', '-M', 'prepared')


@checks
def several_clients():
    before = balance('tellers') - balance('branches')
    out, err = run('pgbench', '-n', '-c', '4', '-j', '2', '-t', '20', '-b', 'tpcb-like', '--max-tries', '100')
    assert 'actually processed: 80/80' in out, out + err
    assert balance('tellers') - balance('branches') == before


@checks
def vacuum_before_the_run():
    run('pgbench', '-c', '1', '-t', '5')


SCRIPT = '''\\set id random(1, 1000)
\\set delta random_gaussian(-100, 100, 2.5)
BEGIN;
SELECT abalance AS before FROM pgbench_accounts WHERE aid = :id FOR UPDATE \\gset
\\if :delta > 0
UPDATE pgbench_accounts SET abalance = CAST(:before AS int) + CAST(:delta AS int) WHERE aid = :id;
\\else
UPDATE pgbench_accounts SET abalance = abalance + CAST(:delta AS int) WHERE aid = :id;
\\endif
COMMIT;
'''


def with_script(text, *arguments):
    with tempfile.TemporaryDirectory() as folder:
        with open(folder + '/script.sql', 'w') as file:
            file.write(text)
        bench('-f', folder + '/script.sql', *arguments)


@checks
def script_of_its_own():
    with_script(SCRIPT)


@checks
def script_prepared_with_variables():
    with_script(SCRIPT, '-M', 'prepared', '-D', 'extra=5')


@checks
def script_with_a_pipeline():
    with_script('\\startpipeline\nSELECT count(*) FROM pgbench_branches;\nSELECT 2;\n\\endpipeline\n', '-M', 'extended')


@checks
def initialize():
    run('pgbench', '-i', '-s', '1', '-q')
    assert value('SELECT count(*) FROM pgbench_accounts') == '100000'
    assert value('SELECT count(*) FROM pgbench_tellers') == '10'


@checks
def initialize_by_the_server():
    run('pgbench', '-i', '-s', '1', '-q', '-I', 'dtGp')
    assert value('SELECT count(*) FROM pgbench_accounts') == '100000'


@checks
def initialize_with_foreign_keys():
    run('pgbench', '-i', '-s', '1', '-q', '-I', 'dtgpf')
    assert value('SELECT count(*) FROM pgbench_accounts') == '100000'


checks.run()
