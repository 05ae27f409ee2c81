"""Checks of pg8000: its native connection and the one of the DB-API."""
import datetime, decimal, io, os, uuid
import pg8000.dbapi, pg8000.native
from pg8000.exceptions import DatabaseError
from pg8000.native import identifier, literal
from checks import Checks

checks = Checks('pg8000')
where = {'host': os.environ['HOST'], 'port': checks.port, 'database': checks.database,
         'password': os.environ['PASSWORD'] or None}


def native(**options):
    return pg8000.native.Connection(os.environ['LOGIN'], **where, **options)


def connect():
    return pg8000.dbapi.connect(os.environ['LOGIN'], **where)


def code_of(failure):
    return failure.args[0]['C']


@checks.setup
def tables():
    with native() as c:
        c.run('CREATE TABLE account (id int PRIMARY KEY, owner text NOT NULL, balance int NOT NULL DEFAULT 0)')
        c.run('CREATE TABLE item (id serial PRIMARY KEY, name varchar(40), n int, price numeric(10,2), at timestamptz,'
              ' day date, flag boolean, code uuid, raw bytea, ratio float8)')
        c.run("INSERT INTO account VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)")


@checks
def native_query_with_parameters():
    with native() as c:
        assert c.run('SELECT id, owner FROM account WHERE id >= :least ORDER BY id', least=2) == [[2, 'b'], [3, 'c']]
        assert [column['name'] for column in c.columns] == ['id', 'owner']
        c.run('UPDATE account SET balance = balance + 0')
        assert c.row_count == 3, c.row_count


@checks
def native_types_there_and_back():
    values = {'name': 'ä', 'n': 7, 'price': decimal.Decimal('12.50'),
              'at': datetime.datetime(2024, 2, 29, 12, tzinfo=datetime.timezone.utc), 'day': datetime.date(2024, 2, 29),
              'flag': True, 'code': uuid.uuid4(), 'raw': b'\0\1\xff', 'ratio': 0.25}
    columns = ', '.join(values)
    with native() as c:
        found = c.run('INSERT INTO item (%s) VALUES (%s) RETURNING %s' % (
            columns, ', '.join(':' + name for name in values), columns), **values)
    assert found == [list(values.values())], found


@checks
def native_prepared_statement():
    with native() as c:
        prepared = c.prepare('SELECT owner FROM account WHERE id = :id')
        assert prepared.run(id=1) == [['a']] and prepared.run(id=3) == [['c']]
        prepared.close()


@checks
def native_transaction():
    with native() as c:
        c.run('START TRANSACTION')
        c.run("INSERT INTO account VALUES (50, 'x', 0)")
        c.run('ROLLBACK')
        assert c.run('SELECT count(*) FROM account WHERE id = 50') == [[0]]


@checks
def native_copy_in_and_out():
    with native() as c:
        c.run('COPY item (name, n) FROM STDIN WITH (FORMAT CSV)', stream=io.StringIO('copied,1\n"c,d",2\n'))
        out = io.StringIO()
        c.run("COPY (SELECT name FROM item WHERE n IN (1, 2) ORDER BY n) TO STDOUT", stream=out)
        assert out.getvalue().split() == ['copied', 'c,d'], out.getvalue()


@checks
def native_copy_from_rows():
    with native() as c:
        c.run('COPY item (name, n) FROM STDIN', stream=['one\t101\n', 'two\t102\n'])
        assert c.run('SELECT name FROM item WHERE n > 100 ORDER BY n') == [['one'], ['two']]


@checks
def native_arrays():
    with native() as c:
        found = c.run('SELECT CAST(:v AS int[]), CAST(:w AS text[])', v=[1, 2], w=['a', 'b c'])
        assert found == [[[1, 2], ['a', 'b c']]], found


@checks
def native_list_in_any():
    with native() as c:
        assert c.run('SELECT count(*) FROM account WHERE id = ANY(CAST(:v AS int[]))', v=[1, 3]) == [[2]]


@checks
def native_list_unnested():
    with native() as c:
        found = c.run('SELECT owner FROM account WHERE id IN (SELECT unnest(CAST(:v AS int[]))) ORDER BY id', v=[1, 3])
        assert found == [['a'], ['c']], found


@checks
def native_json():
    with native() as c:
        assert c.run('SELECT CAST(:v AS jsonb)', v='{"a": [1, null]}') == [[{'a': [1, None]}]]


@checks
def native_interval():
    with native() as c:
        found = c.run('SELECT CAST(:d AS date) + CAST(:i AS interval)', d=datetime.date(2024, 1, 1),
                      i=datetime.timedelta(days=3))
        assert found == [[datetime.datetime(2024, 1, 4)]], found


@checks
def native_identifiers_and_literals():
    with native() as c:
        found = c.run('SELECT %s FROM %s WHERE owner = %s' % (identifier('id'), identifier('account'), literal('b')))
        assert found == [[2]]


@checks
def native_notices():
    with native() as c:
        c.run('DROP TABLE IF EXISTS never_there')
        assert any(b'never_there' in notice[b'M'] for notice in c.notices), c.notices


@checks
def native_parameter_of_unknown_type():
    with native() as c:
        assert c.run('SELECT id FROM account WHERE owner = :v OR owner = :w', v='b', w=None) == [[2]]
        assert c.run('SELECT CAST(:v AS int) IS NULL', v=None) == [[True]]


@checks
def native_several_statements():
    with native() as c:
        assert c.run('SELECT 1; SELECT 2') == [[1], [2]]


@checks
def dbapi_transactions():
    with connect() as c:
        k = c.cursor()
        k.execute('INSERT INTO account VALUES (%s, %s, %s)', (60, 'y', 5))
        c.rollback()
        k.execute('SELECT count(*) FROM account WHERE id = %s', (60,))
        assert k.fetchone() == [0]
        c.commit()


@checks
def dbapi_executemany():
    with connect() as c:
        k = c.cursor()
        k.executemany('INSERT INTO item (name, n) VALUES (%s, %s)', [('many', n) for n in range(50)])
        c.commit()
        k.execute("SELECT count(*), sum(n) FROM item WHERE name = 'many'")
        assert list(k.fetchone()) == [50, 1225]


@checks
def dbapi_fetching():
    with connect() as c:
        k = c.cursor()
        k.arraysize = 2
        k.execute('SELECT id FROM account ORDER BY id')
        assert [len(k.fetchmany()), len(k.fetchall()), k.rowcount, k.description[0][0]] == [2, 1, 3, 'id']


@checks
def dbapi_styles_of_parameters():
    usual = pg8000.dbapi.paramstyle
    with connect() as c:
        for style, mark, value in ('qmark', '?', (2,)), ('numeric', ':1', (2,)), ('named', ':id', {'id': 2}), \
                ('pyformat', '%(id)s', {'id': 2}):
            k = c.cursor()
            pg8000.dbapi.paramstyle = style
            try:
                k.execute('SELECT owner FROM account WHERE id = ' + mark, value)
            finally:
                pg8000.dbapi.paramstyle = usual
            assert list(map(list, k.fetchall())) == [['b']], style


@checks
def dbapi_errors():
    with connect() as c:
        k = c.cursor()
        for statement, code in ("INSERT INTO account VALUES (1, 'again', 0)", '23505'), \
                ('INSERT INTO account (id) VALUES (61)', '23502'), ('SELECT nothing FROM account', '42703'), \
                ('SELECT * FROM never_there', '42P01'), ('SELEC 1', '42601'):
            try:
                k.execute(statement)
                assert False, 'accepted ' + statement
            except DatabaseError as e:
                assert code_of(e) == code, (statement, e)
            c.rollback()


@checks
def dbapi_autocommit():
    with connect() as c:
        c.autocommit = True
        c.cursor().execute("INSERT INTO account VALUES (70, 'kept', 0)")
    with connect() as c:
        k = c.cursor()
        k.execute('DELETE FROM account WHERE id = 70')
        assert k.rowcount == 1
        c.commit()


checks.run()
