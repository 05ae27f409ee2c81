"""Checks of psycopg2: its cursors, adaptation, transactions and COPY."""
import datetime, decimal, io, uuid
import psycopg2, psycopg2.extras, psycopg2.extensions, psycopg2.sql
from checks import Checks

checks = Checks('psycopg2')


def connect(**options):
    return psycopg2.connect(checks.dsn, **options)


@checks.setup
def tables():
    with connect() as c, c.cursor() as k:
        k.execute('DROP TABLE IF EXISTS item, part, account')
        k.execute('CREATE TABLE item (id serial PRIMARY KEY, name text, n int, price numeric(10,2), at timestamptz,'
                  ' day date, flag boolean, code uuid, raw bytea, ratio double precision)')
        k.execute('CREATE TABLE account (id int PRIMARY KEY, owner text NOT NULL, balance int NOT NULL DEFAULT 0)')
        k.execute('INSERT INTO account VALUES (1, %s, 10), (2, %s, 20), (3, %s, 30)', ('a', 'b', 'c'))


@checks
def insert_returning():
    with connect() as c, c.cursor() as k:
        k.execute('INSERT INTO item (name, n) VALUES (%s, %s) RETURNING id', ('x', 1))
        assert k.fetchone()[0] > 0


@checks
def types_there_and_back():
    values = ('ä', 7, decimal.Decimal('12.50'), datetime.datetime(2024, 2, 29, 12, 0, tzinfo=datetime.timezone.utc),
              datetime.date(2024, 2, 29), True, str(uuid.uuid4()), psycopg2.Binary(b'\0\1\xff'), 0.25)
    with connect() as c, c.cursor() as k:
        k.execute('INSERT INTO item (name, n, price, at, day, flag, code, raw, ratio)'
                  ' VALUES (%s,%s,%s,%s,%s,%s,%s,%s,%s)'
                  ' RETURNING name, n, price, at, day, flag, code, raw, ratio', values)
        row = k.fetchone()
    assert row[:7] == values[:7] and bytes(row[7]) == b'\0\1\xff' and row[8] == 0.25, row


@checks
def null_values():
    with connect() as c, c.cursor() as k:
        k.execute('INSERT INTO item (name, at) VALUES (%s, %s) RETURNING name, at', (None, None))
        assert k.fetchone() == (None, None)


@checks
def list_as_array_in_any():
    with connect() as c, c.cursor() as k:
        k.execute('SELECT id FROM account WHERE id = ANY(%s) ORDER BY id', ([1, 3],))
        assert k.fetchall() == [(1,), (3,)]


@checks
def tuple_in_in():
    with connect() as c, c.cursor() as k:
        k.execute('SELECT id FROM account WHERE id IN %s ORDER BY id', ((1, 3),))
        assert k.fetchall() == [(1,), (3,)]


@checks
def array_there_and_back():
    with connect() as c, c.cursor() as k:
        k.execute('SELECT %s::int[], %s::text[]', ([1, 2], ['a', 'b']))
        assert k.fetchone() == ([1, 2], ['a', 'b'])


@checks
def execute_values():
    with connect() as c, c.cursor() as k:
        psycopg2.extras.execute_values(k, 'INSERT INTO item (name, n) VALUES %s', [('v', i) for i in range(250)])
        k.execute("SELECT count(*) FROM item WHERE name = 'v'")
        assert k.fetchone()[0] >= 250


@checks
def execute_batch():
    with connect() as c, c.cursor() as k:
        psycopg2.extras.execute_batch(k, 'INSERT INTO item (name, n) VALUES (%s, %s)', [('w', i) for i in range(250)])
        k.execute("SELECT count(*), sum(n) FROM item WHERE name = 'w'")
        assert k.fetchone() == (250, 31125)


@checks
def executemany():
    with connect() as c, c.cursor() as k:
        k.executemany('UPDATE account SET balance = balance + %s WHERE id = %s', [(1, 1), (1, 2)])
        k.execute('SELECT balance FROM account ORDER BY id')
        assert k.fetchall() == [(11,), (21,), (30,)]


@checks
def dict_cursor():
    with connect() as c, c.cursor(cursor_factory=psycopg2.extras.RealDictCursor) as k:
        k.execute('SELECT id, owner FROM account ORDER BY id')
        assert k.fetchone() == {'id': 1, 'owner': 'a'}


@checks
def named_cursor():
    with connect() as c, c.cursor('walk') as k:
        k.itersize = 2
        k.execute('SELECT id FROM account ORDER BY id')
        assert [row[0] for row in k] == [1, 2, 3]


@checks
def scrollable_cursor():
    with connect() as c, c.cursor('scroll', scrollable=True) as k:
        k.execute('SELECT id FROM account ORDER BY id')
        assert k.fetchone() == (1,)
        k.scroll(1)
        assert k.fetchone() == (3,)


@checks
def copy_from():
    with connect() as c, c.cursor() as k:
        k.copy_from(io.StringIO('1001\tcopied\n1002\t\\N\n'), 'item', columns=('n', 'name'))
        k.execute('SELECT name FROM item WHERE n IN (1001, 1002) ORDER BY n')
        assert k.fetchall() == [('copied',), (None,)]


@checks
def copy_to():
    out = io.StringIO()
    with connect() as c, c.cursor() as k:
        k.copy_to(out, 'account', columns=('id', 'owner'))
    assert sorted(out.getvalue().splitlines()) == ['1\ta', '2\tb', '3\tc'], out.getvalue()


@checks
def copy_expert_csv():
    out = io.StringIO()
    with connect() as c, c.cursor() as k:
        k.copy_expert('COPY (SELECT id, owner FROM account ORDER BY id) TO STDOUT WITH (FORMAT csv, HEADER)', out)
    assert out.getvalue().splitlines()[:2] == ['id,owner', '1,a'], out.getvalue()


@checks
def copy_expert_from_csv():
    with connect() as c, c.cursor() as k:
        k.copy_expert("COPY item (n, name) FROM STDIN WITH (FORMAT csv)", io.StringIO('2001,"a, ""b"""\n'))
        k.execute('SELECT name FROM item WHERE n = 2001')
        assert k.fetchone() == ('a, "b"',)


@checks
def serialization_level():
    with connect() as c:
        c.set_session(isolation_level='SERIALIZABLE')
        with c.cursor() as k:
            k.execute('SHOW transaction_isolation')
            assert k.fetchone() == ('serializable',)


@checks
def autocommit_and_savepoint():
    c = connect()
    c.autocommit = True
    with c.cursor() as k:
        k.execute('BEGIN')
        k.execute('SAVEPOINT a')
        try:
            k.execute('SELECT 1/0')
        except psycopg2.errors.DivisionByZero:
            k.execute('ROLLBACK TO a')
        k.execute('COMMIT')
    c.close()


@checks
def unique_violation():
    c = connect()
    try:
        with c, c.cursor() as k:
            k.execute("INSERT INTO account VALUES (1, 'again', 0)")
        assert False, 'accepted'
    except psycopg2.errors.UniqueViolation as e:
        assert e.diag.constraint_name == 'account_pkey', e.diag.constraint_name
        assert e.diag.table_name == 'account', e.diag.table_name
    finally:
        c.close()


@checks
def composed_identifiers():
    with connect() as c, c.cursor() as k:
        k.execute(psycopg2.sql.SQL('SELECT {} FROM {} WHERE {} = %s').format(
            psycopg2.sql.Identifier('owner'), psycopg2.sql.Identifier('account'), psycopg2.sql.Identifier('id')), (1,))
        assert k.fetchone() == ('a',)


@checks
def json_value():
    with connect() as c, c.cursor() as k:
        k.execute('CREATE TABLE IF NOT EXISTS part (id int PRIMARY KEY, doc jsonb)')
        k.execute("INSERT INTO part VALUES (1, %s) ON CONFLICT (id) DO UPDATE SET doc = EXCLUDED.doc",
                  (psycopg2.extras.Json({'a': [1, 2]}),))
        k.execute("SELECT doc, doc->>'a' FROM part WHERE id = 1")
        assert k.fetchone() == ({'a': [1, 2]}, '[1, 2]')


@checks
def uuid_adapter():
    psycopg2.extras.register_uuid()
    value = uuid.uuid4()
    with connect() as c, c.cursor() as k:
        k.execute('SELECT %s::uuid', (value,))
        assert k.fetchone() == (value,)


@checks
def hstore_is_looked_for():
    with connect() as c:
        assert psycopg2.extras.HstoreAdapter.get_oids(c)[0] == ()


@checks
def range_value():
    with connect() as c, c.cursor() as k:
        k.execute('SELECT %s::int4range', (psycopg2.extras.NumericRange(1, 5),))
        assert k.fetchone()[0].lower == 1


@checks
def notices_and_encoding():
    with connect() as c:
        c.set_client_encoding('UTF8')
        assert c.encoding == 'UTF8' and c.server_version >= 90000


@checks
def cancel():
    with connect() as c:
        c.cancel()


@checks
def mogrify_and_interval():
    with connect() as c, c.cursor() as k:
        k.execute('SELECT %s + %s', (datetime.date(2024, 1, 1), datetime.timedelta(days=1)))
        assert k.fetchone()[0] == datetime.datetime(2024, 1, 2)


@checks
def timeouts_as_options():
    with connect(options='-c statement_timeout=5000 -c lock_timeout=1000') as c, c.cursor() as k:
        k.execute('SHOW statement_timeout')
        assert k.fetchone() == ('5s',)


checks.run()
