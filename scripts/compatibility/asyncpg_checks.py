"""Checks of asyncpg: binary protocol, prepared statements, cursors, COPY and introspection of types."""
import datetime, decimal, io, json, uuid
import asyncpg
from checks import Checks

checks = Checks('asyncpg')


class Connected:
    """A connection for one check, closed at its end."""

    async def __aenter__(self):
        self.connection = await asyncpg.connect(checks.url)
        return self.connection

    async def __aexit__(self, *failure):
        await self.connection.close(timeout=5)


@checks.setup
async def tables():
    async with Connected() as c:
        await c.execute('''
            CREATE TABLE account (id int PRIMARY KEY, owner text NOT NULL, balance int NOT NULL DEFAULT 0);
            CREATE TABLE item (id bigserial PRIMARY KEY, name varchar(40), n int, price numeric(10,2),
                at timestamptz, local timestamp, day date, flag boolean, code uuid, raw bytea, ratio float8,
                small smallint, big bigint)''')
        await c.executemany('INSERT INTO account VALUES ($1, $2, $3)', [(1, 'a', 10), (2, 'b', 20), (3, 'c', 30)])


@checks
async def fetch_and_records():
    async with Connected() as c:
        found = await c.fetch('SELECT id, owner FROM account WHERE id >= $1 ORDER BY id', 2)
        assert [dict(r) for r in found] == [{'id': 2, 'owner': 'b'}, {'id': 3, 'owner': 'c'}]
        row = await c.fetchrow('SELECT * FROM account WHERE id = 1')
        assert row['owner'] == 'a' and row[2] == 10
        assert await c.fetchrow('SELECT * FROM account WHERE id = 99') is None
        assert await c.fetchval('SELECT count(*) FROM account') == 3


@checks
async def status_of_commands():
    async with Connected() as c:
        assert await c.execute('UPDATE account SET balance = balance + $1', 0) == 'UPDATE 3'
        assert await c.execute("INSERT INTO item (name) VALUES ('s')") == 'INSERT 0 1'
        assert await c.execute("DELETE FROM item WHERE name = 's'") == 'DELETE 1'


@checks
async def types_there_and_back():
    values = ('ä', 7, decimal.Decimal('12.50'), datetime.datetime(2024, 2, 29, 12, tzinfo=datetime.timezone.utc),
              datetime.datetime(2024, 2, 29, 12, 0, 1, 5), datetime.date(2024, 2, 29), True, uuid.uuid4(),
              b'\0\1\xff', 0.25, -3, 2 ** 40)
    async with Connected() as c:
        row = await c.fetchrow(
            'INSERT INTO item (name, n, price, at, local, day, flag, code, raw, ratio, small, big)'
            ' VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)'
            ' RETURNING name, n, price, at, local, day, flag, code, raw, ratio, small, big', *values)
    assert tuple(row) == values, row


@checks
async def null_values():
    async with Connected() as c:
        row = await c.fetchrow('INSERT INTO item (name, day, raw) VALUES ($1, $2, $3) RETURNING name, day, raw',
                               None, None, None)
        assert tuple(row) == (None, None, None)


@checks
async def prepared_statement():
    async with Connected() as c:
        prepared = await c.prepare('SELECT owner, balance FROM account WHERE id = $1')
        assert [p.name for p in prepared.get_parameters()] == ['int4']
        assert [(a.name, a.type.name) for a in prepared.get_attributes()] == [('owner', 'text'), ('balance', 'int4')]
        assert await prepared.fetchval(2) == 'b' and await prepared.fetchval(3) == 'c'


@checks
async def executemany():
    async with Connected() as c:
        await c.executemany('INSERT INTO item (name, n) VALUES ($1, $2)', [('many', n) for n in range(200)])
        assert await c.fetchval("SELECT sum(n) FROM item WHERE name = 'many'") == 19900


@checks
async def executemany_is_atomic():
    async with Connected() as c:
        try:
            await c.executemany('INSERT INTO account VALUES ($1, $2, 0)', [(60, 'x'), (1, 'again')])
            assert False, 'accepted'
        except asyncpg.UniqueViolationError:
            pass
        assert await c.fetchval('SELECT count(*) FROM account WHERE id = 60') == 0


@checks
async def fetchmany_with_returning():
    async with Connected() as c:
        found = await c.fetchmany('INSERT INTO item (name, n) VALUES ($1, $2) RETURNING n', [('f', 1), ('f', 2)])
        assert [r['n'] for r in found] == [1, 2]


@checks
async def cursor_in_a_loop():
    async with Connected() as c, c.transaction():
        seen = [r['n'] async for r in c.cursor('SELECT n FROM item WHERE name = $1 ORDER BY n', 'many', prefetch=30)]
        assert seen == list(range(200)), len(seen)


@checks
async def cursor_by_hand():
    async with Connected() as c, c.transaction():
        cursor = await c.cursor("SELECT n FROM item WHERE name = 'many' ORDER BY n")
        assert (await cursor.fetchrow())['n'] == 0
        assert await cursor.forward(9) == 9
        assert [r['n'] for r in await cursor.fetch(3)] == [10, 11, 12]


@checks
async def transactions_and_savepoints():
    async with Connected() as c:
        async with c.transaction():
            await c.execute('UPDATE account SET balance = 100 WHERE id = 1')
            try:
                async with c.transaction():
                    await c.execute("INSERT INTO account VALUES (1, 'again', 0)")
            except asyncpg.UniqueViolationError:
                pass
        assert await c.fetchval('SELECT balance FROM account WHERE id = 1') == 100


@checks
async def isolation_levels_of_transactions():
    async with Connected() as c:
        for level in 'serializable', 'repeatable_read', 'read_committed':
            async with c.transaction(isolation=level):
                assert await c.fetchval('SHOW transaction_isolation') == level.replace('_', ' ')
        async with c.transaction(isolation='serializable', readonly=True, deferrable=True):
            assert await c.fetchval('SHOW transaction_read_only') == 'on'


@checks
async def rolled_back_transaction():
    async with Connected() as c:
        transaction = c.transaction()
        await transaction.start()
        await c.execute("INSERT INTO account VALUES (70, 'x', 0)")
        await transaction.rollback()
        assert await c.fetchval('SELECT count(*) FROM account WHERE id = 70') == 0


@checks
async def copy_records_to_table():
    async with Connected() as c:
        status = await c.copy_records_to_table('item', columns=['name', 'n', 'day'], records=[
            ('rec', n, datetime.date(2024, 1, 1)) for n in range(150)])
        assert status == 'COPY 150', status
        assert await c.fetchval("SELECT count(*) FROM item WHERE name = 'rec' AND day = '2024-01-01'") == 150


@checks
async def copy_to_table_as_csv():
    async with Connected() as c:
        await c.copy_to_table('item', source=io.BytesIO(b'csv,1\n"c,sv",2\n'), columns=['name', 'n'], format='csv')
        assert await c.fetchval("SELECT name FROM item WHERE name LIKE 'c%sv' AND n = 2") == 'c,sv'


@checks
async def copy_from_query_and_table():
    async with Connected() as c:
        out = io.BytesIO()
        await c.copy_from_query('SELECT id, owner FROM account WHERE id < $1 ORDER BY id', 3, output=out)
        assert out.getvalue() == b'1\ta\n2\tb\n', out.getvalue()
        out = io.BytesIO()
        await c.copy_from_table('account', output=out, columns=['owner'], format='csv', header=True)
        assert sorted(out.getvalue().split()) == [b'a', b'b', b'c', b'owner'], out.getvalue()


@checks
async def arrays():
    async with Connected() as c:
        await c.execute('CREATE TABLE tagged (tags text[], numbers int[])')
        row = await c.fetchrow('INSERT INTO tagged (tags, numbers) VALUES ($1, $2) RETURNING tags, numbers',
                               ['a', 'b "q"', None], [1, 2])
        assert tuple(row) == (['a', 'b "q"', None], [1, 2]), row


@checks
async def list_in_any():
    async with Connected() as c:
        assert await c.fetchval('SELECT count(*) FROM account WHERE id = ANY($1::int[])', [1, 3]) == 2
        assert await c.fetchval('SELECT count(*) FROM account WHERE id = ANY($1)', [1, 3]) == 2


@checks
async def unnest_of_arrays():
    async with Connected() as c:
        await c.execute('INSERT INTO item (name, n) SELECT * FROM unnest($1::text[], $2::int[])', ['u', 'u'], [8, 9])
        assert await c.fetchval("SELECT sum(n) FROM item WHERE name = 'u'") == 17


@checks
async def codec_for_jsonb():
    async with Connected() as c:
        await c.set_type_codec('jsonb', encoder=json.dumps, decoder=json.loads, schema='pg_catalog')
        await c.execute('CREATE TABLE paper (doc jsonb)')
        found = await c.fetchval('INSERT INTO paper (doc) VALUES ($1) RETURNING doc', {'a': [1, {'b': None}]})
        assert found == {'a': [1, {'b': None}]}
        assert await c.fetchval("SELECT doc->'a'->0 FROM paper WHERE doc @> $1", {'a': [1]}) == 1


@checks
async def jsonb_as_text():
    async with Connected() as c:
        assert json.loads(await c.fetchval('SELECT $1::jsonb', '{"k": [1, 2]}')) == {'k': [1, 2]}


@checks
async def enumeration():
    async with Connected() as c:
        await c.execute("CREATE TYPE mood AS ENUM ('sad', 'glad'); CREATE TABLE person (name text, mood mood)")
        assert await c.fetchval('INSERT INTO person VALUES ($1, $2) RETURNING mood', 'a', 'glad') == 'glad'


@checks
async def composite_type():
    async with Connected() as c:
        await c.execute('CREATE TYPE place AS (street text, number int)')
        found = await c.fetchval('SELECT $1::place', ('High Street', 5))
        assert (found['street'], found['number']) == ('High Street', 5)
        assert [a.name for a in (await c.prepare('SELECT $1::place')).get_parameters()] == ['place']


@checks
async def row_of_a_table_as_a_value():
    async with Connected() as c:
        found = await c.fetchval('SELECT account FROM account WHERE id = 2')
        assert found['owner'] == 'b'


@checks
async def errors_have_their_fields():
    async with Connected() as c:
        try:
            await c.execute("INSERT INTO account VALUES (1, 'again', 0)")
            assert False, 'accepted'
        except asyncpg.UniqueViolationError as e:
            assert (e.constraint_name, e.table_name, e.sqlstate) == ('account_pkey', 'account', '23505'), e.as_dict()
        try:
            await c.fetch('SELECT nothing FROM account')
            assert False, 'accepted'
        except asyncpg.UndefinedColumnError:
            pass


@checks
async def pool():
    async with asyncpg.create_pool(checks.url, min_size=2, max_size=3) as pool:
        for n in range(6):
            async with pool.acquire() as c:
                assert await c.fetchval('SELECT $1::int', n) == n
        assert await pool.fetchval('SELECT count(*) FROM account') == 3


@checks
async def reset_of_a_connection():
    async with Connected() as c:
        await c.execute("SET application_name TO 'mine'")
        await c.reset()
        assert await c.fetchval('SELECT current_schema()') == 'public'
        assert await c.fetchval('SHOW application_name') != 'mine'


@checks
async def settings_of_a_server():
    c = await asyncpg.connect(checks.url, server_settings={'application_name': 'shop', 'search_path': 'public'})
    assert await c.fetchval("SELECT current_setting('application_name')") == 'shop'
    assert c.get_server_version().major >= 13 and c.get_settings().TimeZone
    await c.close()


@checks
async def interval_and_dates():
    async with Connected() as c:
        assert await c.fetchval('SELECT $1::date + 1', datetime.date(2024, 2, 28)) == datetime.date(2024, 2, 29)
        assert await c.fetchval('SELECT $1::interval', datetime.timedelta(days=2)) == datetime.timedelta(days=2)
        now = await c.fetchval('SELECT now()')
        assert now.tzinfo and await c.fetchval('SELECT $1::timestamptz <= now()', now)


checks.run()
