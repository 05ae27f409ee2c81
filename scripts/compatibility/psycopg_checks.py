"""Checks of psycopg 3: its cursors, pipelines, adaptation, COPY and asynchronous connections."""
import contextlib, datetime, decimal, enum, ipaddress, uuid
import psycopg
from psycopg import rows, sql
from psycopg.types.enum import EnumInfo, register_enum
from psycopg.types.json import Json, Jsonb
from psycopg.types.range import Range
from psycopg.types import TypeInfo
from checks import Checks

checks = Checks('psycopg')


def connect(**options):
    return psycopg.connect(checks.dsn, **options)


@checks.setup
def tables():
    with connect() as c:
        c.execute('CREATE TABLE account (id int PRIMARY KEY, owner text NOT NULL, balance int NOT NULL DEFAULT 0)')
        c.execute('CREATE TABLE item (id bigserial PRIMARY KEY, name varchar(40), n int, price numeric(10,2),'
                  ' at timestamptz, local timestamp, day date, clock time, flag boolean, code uuid, raw bytea,'
                  ' ratio float8)')
        c.cursor().executemany('INSERT INTO account VALUES (%s, %s, %s)', [(1, 'a', 10), (2, 'b', 20), (3, 'c', 30)])


@checks
def positional_and_named_parameters():
    with connect() as c:
        assert c.execute('SELECT owner FROM account WHERE id = %s', (2,)).fetchone() == ('b',)
        assert c.execute('SELECT owner FROM account WHERE id = %(id)s AND balance >= %(least)s',
                         {'id': 3, 'least': 5}).fetchone() == ('c',)


@checks
def types_there_and_back():
    values = {'name': 'ä', 'n': 7, 'price': decimal.Decimal('12.50'),
              'at': datetime.datetime(2024, 2, 29, 12, 0, tzinfo=datetime.timezone.utc),
              'local': datetime.datetime(2024, 2, 29, 12, 0, 1, 5), 'day': datetime.date(2024, 2, 29),
              'clock': datetime.time(23, 59, 1), 'flag': True, 'code': uuid.uuid4(), 'raw': b'\0\1\xff', 'ratio': 0.25}
    columns = ', '.join(values)
    with connect() as c:
        row = c.execute('INSERT INTO item (%s) VALUES (%s) RETURNING %s' % (
            columns, ', '.join('%%(%s)s' % name for name in values), columns), values).fetchone()
    assert row == tuple(values.values()), row


@checks
def binary_results_and_parameters():
    with connect() as c, c.cursor(binary=True) as k:
        code = uuid.uuid4()
        k.execute('INSERT INTO item (name, n, price, code, raw, flag) VALUES (%b, %b, %b, %b, %b, %b)'
                  ' RETURNING name, n, price, code, raw, flag',
                  ('bin', 5, decimal.Decimal('1.25'), code, b'\0\xfe', False))
        assert k.fetchone() == ('bin', 5, decimal.Decimal('1.25'), code, b'\0\xfe', False)


@checks
def null_values():
    with connect() as c:
        row = c.execute('INSERT INTO item (name, at, raw) VALUES (%s, %s, %s) RETURNING name, at, raw', (None,) * 3)
        assert row.fetchone() == (None, None, None)


@checks
def row_factories():
    class Account:
        def __init__(self, id, owner):
            self.id, self.owner = id, owner

    with connect() as c:
        query = 'SELECT id, owner FROM account ORDER BY id'
        assert c.cursor(row_factory=rows.dict_row).execute(query).fetchone() == {'id': 1, 'owner': 'a'}
        assert c.cursor(row_factory=rows.namedtuple_row).execute(query).fetchone().owner == 'a'
        assert c.cursor(row_factory=rows.class_row(Account)).execute(query).fetchall()[2].owner == 'c'
        assert c.cursor(row_factory=rows.scalar_row).execute('SELECT count(*) FROM account').fetchone() == 3


@checks
def executemany_with_returning():
    with connect() as c, c.cursor() as k:
        k.executemany('INSERT INTO item (name, n) VALUES (%s, %s) RETURNING id', [('m', n) for n in range(20)],
                      returning=True)
        ids = [k.fetchone()[0]]
        while k.nextset():
            ids.append(k.fetchone()[0])
        assert len(set(ids)) == 20, ids


@checks
def executemany_counts_rows():
    with connect() as c, c.cursor() as k:
        k.executemany('UPDATE account SET balance = balance + %s WHERE id = %s', [(1, 1), (1, 2), (1, 99)])
        assert k.rowcount == 2, k.rowcount


@checks
def pipeline():
    with connect() as c, c.pipeline() as p:
        first = c.execute('INSERT INTO item (name, n) VALUES (%s, %s) RETURNING n', ('p', 1))
        second = c.execute("SELECT count(*) FROM item WHERE name = %s", ('p',))
        p.sync()
        assert first.fetchone() == (1,) and second.fetchone() == (1,)


@checks
def pipeline_goes_on_after_an_error():
    with connect(autocommit=True) as c:
        with c.pipeline() as p:
            good = c.execute('SELECT 1')
            try:
                c.execute('SELECT nothing FROM account')
                p.sync()
                assert False, 'accepted'
            except psycopg.errors.UndefinedColumn:
                pass
            after = c.execute('SELECT 2')
            assert after.fetchone() == (2,) and good.fetchone() == (1,)


@checks
def server_cursor():
    with connect() as c, c.cursor('walk') as k:
        k.itersize = 2
        k.execute('SELECT id FROM account WHERE id > %s ORDER BY id', (0,))
        assert [row[0] for row in k] == [1, 2, 3]


@checks
def scrolling_server_cursor():
    with connect() as c, c.cursor('scroll', scrollable=True) as k:
        k.execute('SELECT id FROM account ORDER BY id')
        k.scroll(2)
        assert k.fetchone() == (3,)
        k.scroll(-2)
        assert k.fetchmany(2) == [(2,), (3,)]


@checks
def cursor_that_outlives_its_transaction():
    with connect() as c:
        k = c.cursor('held', withhold=True)
        k.execute('SELECT id FROM account ORDER BY id')
        c.commit()
        assert k.fetchall() == [(1,), (2,), (3,)]
        k.close()


@checks
def binary_server_cursor():
    with connect() as c, c.cursor('bin', binary=True) as k:
        k.execute('SELECT id, owner FROM account ORDER BY id')
        assert k.fetchone() == (1, 'a')


@checks
def stream_of_rows():
    with connect() as c, c.cursor() as k:
        assert [n for n, in k.stream('SELECT n FROM generate_series(1, 50) AS s(n)')] == list(range(1, 51))


@checks
def copy_rows_in():
    with connect() as c, c.cursor() as k:
        with k.copy('COPY item (name, n, day) FROM STDIN') as copy:
            for n in range(100):
                copy.write_row(('copied\t%d' % n, n, None))
        row = c.execute("SELECT count(*), max(name) FROM item WHERE name LIKE 'copied%' AND day IS NULL").fetchone()
        assert row == (100, 'copied\t99'), row


@checks
def copy_binary_in():
    with connect() as c, c.cursor() as k:
        with k.copy('COPY item (name, n) FROM STDIN (FORMAT BINARY)') as copy:
            copy.set_types(['varchar', 'int4'])
            copy.write_row(('binary', 4711))
        assert c.execute('SELECT name FROM item WHERE n = 4711').fetchone() == ('binary',)


@checks
def copy_rows_out():
    with connect() as c, c.cursor() as k:
        with k.copy('COPY (SELECT id, owner FROM account ORDER BY id) TO STDOUT') as copy:
            copy.set_types(['int4', 'text'])
            assert list(copy.rows()) == [(1, 'a'), (2, 'b'), (3, 'c')]


@checks
def copy_that_fails_leaves_nothing():
    with connect() as c:
        try:
            with c.cursor().copy('COPY account (id, owner) FROM STDIN') as copy:
                copy.write_row((50, 'x'))
                copy.write_row((1, 'again'))
            assert False, 'accepted'
        except psycopg.errors.UniqueViolation:
            c.rollback()
        assert c.execute('SELECT count(*) FROM account WHERE id = 50').fetchone() == (0,)


@checks
def json_values():
    with connect() as c:
        c.execute('CREATE TABLE paper (doc jsonb, plain json)')
        row = c.execute('INSERT INTO paper (doc, plain) VALUES (%s, %s) RETURNING doc, plain, doc->%s->>0',
                        (Jsonb({'a': [1, None]}), Json({'b': 'ü'}), 'a')).fetchone()
        assert row == ({'a': [1, None]}, {'b': 'ü'}, '1'), row


@checks
def arrays():
    with connect() as c:
        c.execute('CREATE TABLE tagged (tags text[], numbers int[])')
        row = c.execute('INSERT INTO tagged (tags, numbers) VALUES (%s, %s) RETURNING tags, numbers',
                        (['a', 'b "q"', None], [1, 2, 3])).fetchone()
        assert row == (['a', 'b "q"', None], [1, 2, 3]), row
        assert c.execute('SELECT count(*) FROM tagged WHERE %s = ANY(tags)', ('a',)).fetchone() == (1,)


@checks
def list_in_any():
    with connect() as c:
        assert c.execute('SELECT count(*) FROM account WHERE id = ANY(%s)', ([1, 3],)).fetchone() == (2,)
        assert c.execute('SELECT count(*) FROM account WHERE owner <> ALL(%s)', (['a', 'z'],)).fetchone() == (2,)


@checks
def ranges_addresses_and_intervals():
    with connect() as c:
        row = c.execute('SELECT %s::int4range, %s::inet, %s + %s', (
            Range(1, 5), ipaddress.ip_address('10.0.0.1'), datetime.date(2024, 1, 1), datetime.timedelta(days=1)))
        found = row.fetchone()
        assert found == (Range(1, 5), ipaddress.ip_address('10.0.0.1'), datetime.datetime(2024, 1, 2)), found


@checks
def enumeration():
    class Mood(enum.Enum):
        SAD = 'sad'
        GLAD = 'glad'

    with connect(autocommit=True) as c:
        c.execute("CREATE TYPE mood AS ENUM ('sad', 'glad')")
        register_enum(EnumInfo.fetch(c, 'mood'), c, Mood, mapping={Mood.SAD: 'sad', Mood.GLAD: 'glad'})
        c.execute('CREATE TABLE person (name text, mood mood)')
        row = c.execute('INSERT INTO person VALUES (%s, %s) RETURNING mood', ('a', Mood.GLAD)).fetchone()
        assert row == (Mood.GLAD,), row


@checks
def type_information():
    with connect() as c:
        found = TypeInfo.fetch(c, 'int4')
        assert (found.oid, found.array_oid) == (23, 1007) and TypeInfo.fetch(c, 'nothing') is None


@checks
def transaction_blocks():
    with connect() as c:
        with c.transaction():
            c.execute('UPDATE account SET balance = 100 WHERE id = 1')
            with contextlib.suppress(psycopg.errors.UniqueViolation), c.transaction():
                c.execute("INSERT INTO account VALUES (1, 'again', 0)")
            with c.transaction() as inner:
                c.execute('UPDATE account SET balance = -1 WHERE id = 1')
                raise psycopg.Rollback(inner)
        assert c.execute('SELECT balance FROM account WHERE id = 1').fetchone() == (100,)


@checks
def isolation_level_and_read_only():
    with connect() as c:
        c.isolation_level = psycopg.IsolationLevel.SERIALIZABLE
        c.read_only = True
        assert c.execute('SHOW transaction_isolation').fetchone() == ('serializable',)
        try:
            c.execute("INSERT INTO account VALUES (77, 'x', 0)")
            assert False, 'accepted'
        except psycopg.errors.ReadOnlySqlTransaction:
            pass


@checks
def diagnostics_of_errors():
    with connect() as c:
        try:
            c.execute("INSERT INTO account (id) VALUES (9)")
            assert False, 'accepted'
        except psycopg.errors.NotNullViolation as e:
            assert (e.diag.column_name, e.diag.table_name, e.sqlstate) == ('owner', 'account', '23502'), vars(e.diag)


@checks
def prepared_statements():
    with connect() as c:
        for n in range(8):
            assert c.execute('SELECT id FROM account WHERE id = %s', (n % 3 + 1,)).fetchone() == (n % 3 + 1,)
        found = c.execute('SELECT owner FROM account WHERE id = %s', (1,), prepare=True).fetchone()
        assert found == ('a',)
        assert c.execute('SELECT count(*) > 0 FROM pg_prepared_statements').fetchone() == (True,)


@checks
def composed_statements():
    with connect() as c:
        query = sql.SQL('SELECT {fields} FROM {table} WHERE {key} = {value}').format(
            fields=sql.SQL(', ').join(map(sql.Identifier, ['id', 'owner'])), table=sql.Identifier('account'),
            key=sql.Identifier('id'), value=sql.Literal(2))
        assert c.execute(query).fetchone() == (2, 'b')


@checks
def raw_and_client_cursors():
    with connect() as c:
        raw = psycopg.RawCursor(c).execute('SELECT owner FROM account WHERE id = $1 AND owner <> $2', (2, 'z'))
        assert raw.fetchone() == ('b',)
        merged = psycopg.ClientCursor(c)
        assert merged.execute("SELECT %s, %s; SELECT %s::date", ("o'x", 1, '2024-01-02')).fetchone() == ("o'x", 1)
        assert merged.nextset() and merged.fetchone() == (datetime.date(2024, 1, 2),)


@checks
async def asynchronous_connection():
    async with await psycopg.AsyncConnection.connect(checks.dsn) as c:
        async with c.cursor() as k:
            await k.execute('SELECT id FROM account WHERE id > %s ORDER BY id', (1,))
            assert [row async for row in k] == [(2,), (3,)]
        async with c.transaction():
            await c.execute('UPDATE account SET balance = balance + 1 WHERE id = %s', (3,))


@checks
async def asynchronous_copy_and_server_cursor():
    async with await psycopg.AsyncConnection.connect(checks.dsn) as c:
        async with c.cursor() as k, k.copy('COPY item (name, n) FROM STDIN') as copy:
            await copy.write_row(('async', 1))
        async with c.cursor('far') as k:
            await k.execute("SELECT name FROM item WHERE name = 'async'")
            assert await k.fetchall() == [('async',)]


checks.run()
