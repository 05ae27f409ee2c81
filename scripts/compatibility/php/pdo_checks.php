<?php
// Checks of pdo_pgsql: parameters, types, fetch modes, metadata, transactions, COPY and errors.
declare(strict_types=1);

require __DIR__ . '/checks.php';

function connected(array $options = [], string $more = ''): PDO
{
    $dsn = sprintf('pgsql:host=%s;port=%s;dbname=%s%s', getenv('HOST'), getenv('PORT'), getenv('DATABASE'), $more);
    return new PDO($dsn, getenv('LOGIN'), getenv('PASSWORD'), $options);
}

/** Registers a check of a connection with these options. */
function with(string $name, callable $action, array $options = [], string $more = ''): void
{
    check($name, fn () => $action(connected($options, $more)));
}

/** Returns the rows of a query, each as a list. */
function rows(PDO $db, string $query, array $parameters = []): array
{
    $statement = $db->prepare($query);
    $statement->execute($parameters);
    return $statement->fetchAll(PDO::FETCH_NUM);
}

/** Asserts that a statement is refused with this code of PostgreSQL. */
function refused(string $code, callable $action): PDOException
{
    try {
        $action();
    } catch (PDOException $failure) {
        if ($failure->errorInfo[0] !== $code) {
            throw $failure;
        }
        return $failure;
    }
    throw new AssertionError("accepted, and not refused with $code");
}

with('kinds_of_parameters', function (PDO $db) {
    same(rows($db, 'SELECT owner FROM account WHERE id = ?', [2]), [['b']]);
    same(rows($db, 'SELECT owner FROM account WHERE id = :id AND balance >= :least', ['id' => 3, ':least' => 5]),
        [['c']]);
    $statement = $db->prepare('SELECT :n::int + 1, :flag::bool, :text, :nothing::text');
    $statement->bindValue('n', 4, PDO::PARAM_INT);
    $statement->bindValue('flag', false, PDO::PARAM_BOOL);
    $statement->bindValue('text', "o'x", PDO::PARAM_STR);
    $statement->bindValue('nothing', null, PDO::PARAM_NULL);
    $statement->execute();
    same($statement->fetch(PDO::FETCH_NUM), [5, false, "o'x", null]);
});
with('question_marks_of_operators', function (PDO $db) {
    same(rows($db, "SELECT '{\"a\": 1}'::jsonb ?? ?, '?'", ['a']), [[true, '?']]);
});
$types = function (PDO $db) {
    $db->exec("SET TIME ZONE 'UTC'");
    $values = ['ä€', 7, '12.50', '2024-02-29 12:00:00+00', '2024-02-29 12:00:01.000005', '2024-02-29', '23:59:01', true,
        'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{"a": [1, null]}', 3];
    $columns = 'name, n, price, at, local, day, clock, flag, code, doc, small';
    same(rows($db, "INSERT INTO item ($columns) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING $columns", $values),
        [$values]);
    $row = rows($db, 'INSERT INTO item (ratio) VALUES (?) RETURNING ratio', [0.25])[0];
    holds((float) $row[0] === 0.25, $row);
};
with('types_there_and_back', $types);
with('types_with_emulated_preparation', $types, [PDO::ATTR_EMULATE_PREPARES => true]);
with('types_without_preparation', $types, [PDO::PGSQL_ATTR_DISABLE_PREPARES => true]);
with('all_values_as_text', function (PDO $db) {
    same(rows($db, 'SELECT id, balance > 15, NULL, 1.50 FROM account WHERE id = ?', [2])[0], ['2', '1', null, '1.50']);
}, [PDO::ATTR_STRINGIFY_FETCHES => true]);
with('null_values', function (PDO $db) {
    same(rows($db, 'INSERT INTO item (name, n, at, raw, flag) VALUES (?, ?, ?, ?, ?) RETURNING name, n, at, raw, flag',
        [null, null, null, null, null]), [[null, null, null, null, null]]);
});
with('bytes', function (PDO $db) {
    $bytes = implode('', array_map('chr', range(0, 255)));
    $statement = $db->prepare('INSERT INTO item (raw) VALUES (:raw) RETURNING raw, length(raw)');
    $statement->bindValue('raw', $bytes, PDO::PARAM_LOB);
    $statement->execute();
    [$raw, $length] = $statement->fetch(PDO::FETCH_NUM);
    same([stream_get_contents($raw), $length], [$bytes, 256]);
    $stream = fopen('php://memory', 'w+');
    fwrite($stream, $bytes);
    rewind($stream);
    $statement->bindParam('raw', $stream, PDO::PARAM_LOB);
    $statement->execute();
    same($statement->fetchColumn(1), 256);
});
with('arrays_as_text', function (PDO $db) {
    $db->exec('CREATE TABLE tagged (tags text[], numbers int[])');
    same(rows($db, 'INSERT INTO tagged VALUES (?, ?) RETURNING tags, numbers', ['{a,"b \"q\"",NULL}', '{1,2}']),
        [['{a,"b \"q\"",NULL}', '{1,2}']]);
    same(rows($db, 'SELECT count(*) FROM account WHERE id = ANY(?::int[])', ['{1,3}']), [[2]]);
    same(rows($db, 'SELECT array_length(tags, 1), tags[1], array_to_json(numbers) FROM tagged WHERE ? = ANY(tags)',
        ['a']), [[3, 'a', '[1,2]']]);
});
with('modes_of_fetching', function (PDO $db) {
    $query = 'SELECT id, owner, balance FROM account WHERE id <= 3 ORDER BY id';
    same($db->query($query)->fetch(PDO::FETCH_ASSOC), ['id' => 1, 'owner' => 'a', 'balance' => 10]);
    same($db->query($query)->fetchAll(PDO::FETCH_COLUMN, 1), ['a', 'b', 'c']);
    same($db->query('SELECT owner, id FROM account WHERE id < 3')->fetchAll(PDO::FETCH_KEY_PAIR), ['a' => 1, 'b' => 2]);
    same($db->query('SELECT balance / 20, id FROM account WHERE id <= 3 ORDER BY id')
        ->fetchAll(PDO::FETCH_GROUP | PDO::FETCH_COLUMN), [[1], [2, 3]]);
    same($db->query($query)->fetchObject()->owner, 'a');
    $statement = $db->query($query);
    $statement->bindColumn('owner', $owner);
    $found = '';
    while ($statement->fetch(PDO::FETCH_BOUND)) {
        $found .= $owner;
    }
    same($found, 'abc');
});
with('objects_of_a_class', function (PDO $db) {
    $class = new class {
        public int $id;
        public string $owner;
    };
    $found = $db->query('SELECT id, owner FROM account WHERE id = 2')->fetchAll(PDO::FETCH_CLASS, get_class($class));
    same([count($found), $found[0]->id, $found[0]->owner], [1, 2, 'b']);
});
with('columns_of_an_answer', function (PDO $db) {
    $statement = $db->query('SELECT a.id, owner AS who, price, at, flag, raw FROM account a LEFT JOIN item ON false');
    same($statement->columnCount(), 6);
    $found = array_map(fn (int $i) => array_intersect_key($statement->getColumnMeta($i),
        array_flip(['name', 'native_type', 'pgsql:oid', 'precision'])), range(0, 5));
    same(array_column($found, 'native_type'), ['int4', 'varchar', 'numeric', 'timestamptz', 'bool', 'bytea']);
    same(array_column($found, 'pgsql:oid'), [23, 1043, 1700, 1184, 16, 17]);
    same(array_column($found, 'name'), ['id', 'who', 'price', 'at', 'flag', 'raw']);
    same(array_column($found, 'precision'), [-1, 24, 655366, -1, -1, -1]);
});
with('tables_of_columns', function (PDO $db) {
    $statement = $db->query('SELECT id, owner, 1 AS one FROM account');
    same([$statement->getColumnMeta(0)['table'], $statement->getColumnMeta(1)['table'],
        $statement->getColumnMeta(2)['table'] ?? null], ['account', 'account', null]);
});
with('last_insert_id', function (PDO $db) {
    $db->exec("INSERT INTO item (name) VALUES ('key')");
    $expected = (string) $db->query("SELECT max(id) FROM item WHERE name = 'key'")->fetchColumn();
    same($db->lastInsertId(), $expected);
    same($db->lastInsertId('item_id_seq'), $expected);
});
with('numbers_of_rows', function (PDO $db) {
    same($db->exec('UPDATE account SET balance = balance WHERE id <= 2'), 2);
    same($db->exec('DELETE FROM account WHERE id = 99'), 0);
    same($db->exec('CREATE TABLE counted (n int)'), 0);
    $statement = $db->prepare('INSERT INTO counted VALUES (?), (?)');
    $statement->execute([1, 2]);
    same($statement->rowCount(), 2);
    same($db->query('SELECT * FROM counted')->rowCount(), 2);
});
with('statements_that_are_executed_again', function (PDO $db) {
    $statement = $db->prepare('SELECT owner FROM account WHERE id = ?');
    foreach ([1 => 'a', 2 => 'b', 3 => 'c'] as $id => $owner) {
        $statement->execute([$id]);
        same($statement->fetchColumn(), $owner);
        $statement->closeCursor();
    }
    $statement = null;
    same($db->query('SELECT 1')->fetchColumn(), 1);
});
with('several_statements_at_once', function (PDO $db) {
    $db->exec('CREATE TABLE several (n int); INSERT INTO several VALUES (1), (2); UPDATE several SET n = n + 1');
    same(rows($db, 'SELECT n FROM several ORDER BY n'), [[2], [3]]);
});
with('insert_or_update', function (PDO $db) {
    $upsert = 'INSERT INTO account (id, owner, balance) VALUES (:id, :owner, :more) ON CONFLICT (id) DO UPDATE SET '
        . 'balance = account.balance + EXCLUDED.balance RETURNING balance';
    same(rows($db, $upsert, ['id' => 4, 'owner' => 'd', 'more' => 1]), [[1]]);
    same(rows($db, $upsert, ['id' => 4, 'owner' => 'd', 'more' => 2]), [[3]]);
});
with('pages_and_lists', function (PDO $db) {
    same(rows($db, 'SELECT id FROM account WHERE id IN (?, ?, ?) ORDER BY id LIMIT ? OFFSET ?', [1, 2, 3, 2, 1]),
        [[2], [3]]);
    same(rows($db, 'SELECT owner FROM account WHERE owner ILIKE ? ORDER BY 1', ['%B%']), [['b']]);
});
with('scrolling_cursor', function (PDO $db) {
    $db->beginTransaction();
    $statement = $db->prepare('SELECT id FROM account WHERE id <= 3 ORDER BY id',
        [PDO::ATTR_CURSOR => PDO::CURSOR_SCROLL]);
    $statement->execute();
    same($statement->fetch(PDO::FETCH_NUM, PDO::FETCH_ORI_LAST), [3]);
    same($statement->fetch(PDO::FETCH_NUM, PDO::FETCH_ORI_PRIOR), [2]);
    same($statement->fetch(PDO::FETCH_NUM, PDO::FETCH_ORI_ABS, 1), [1]);
    same($statement->fetch(PDO::FETCH_NUM, PDO::FETCH_ORI_NEXT), [2]);
    $statement = null;
    $db->commit();
});
with('transactions', function (PDO $db) {
    $db->beginTransaction();
    same($db->inTransaction(), true);
    $db->exec('UPDATE account SET balance = 100 WHERE id = 1');
    $db->rollBack();
    same(rows($db, 'SELECT balance FROM account WHERE id = 1'), [[10]]);
    $db->beginTransaction();
    $db->exec('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ');
    same(rows($db, 'SHOW transaction_isolation'), [['repeatable read']]);
    $db->exec('UPDATE account SET balance = 11 WHERE id = 1');
    $db->commit();
    same([$db->inTransaction(), rows($db, 'SELECT balance FROM account WHERE id = 1')], [false, [[11]]]);
});
with('savepoints', function (PDO $db) {
    $db->beginTransaction();
    $db->exec('SAVEPOINT one');
    refused('23505', fn () => $db->exec("INSERT INTO account VALUES (1, 'again')"));
    refused('25P02', fn () => $db->query('SELECT 1'));
    $db->exec('ROLLBACK TO SAVEPOINT one');
    same(rows($db, 'SELECT 1'), [[1]]);
    $db->commit();
});
with('transaction_that_the_program_leaves', function (PDO $db) {
    $other = connected();
    $other->beginTransaction();
    $other->exec("INSERT INTO account VALUES (70, 'left')");
    $other = null;
    same(rows($db, 'SELECT count(*) FROM account WHERE id = 70'), [[0]]);
});
with('violated_constraints', function (PDO $db) {
    $failure = refused('23505', fn () => rows($db, 'INSERT INTO account VALUES (?, ?)', [1, 'again']));
    same($failure->errorInfo, ['23505', 7, "ERROR:  duplicate key value violates unique constraint \"account_pkey\"\n"
        . 'DETAIL:  Key (id)=(1) already exists.']);
    refused('23502', fn () => rows($db, 'INSERT INTO account (id) VALUES (?)', [9]));
    refused('23503', fn () => rows($db, 'INSERT INTO item (account_id) VALUES (?)', [99]));
    refused('23514', fn () => rows($db, 'UPDATE account SET balance = ? WHERE id = 1', [-1]));
    refused('22P02', fn () => rows($db, 'SELECT * FROM account WHERE id = ?', ['x']));
    refused('22001', fn () => rows($db, 'INSERT INTO account VALUES (?, ?)', [10, str_repeat('x', 21)]));
});
with('errors_without_exceptions', function (PDO $db) {
    same($db->query('SELECT nothing FROM account'), false);
    same([$db->errorCode(), $db->errorInfo()[1]], ['42703', 7]);
    same($db->query('SELECT 1')->fetchColumn(), 1);
    same($db->errorCode(), '00000');
}, [PDO::ATTR_ERRMODE => PDO::ERRMODE_SILENT]);
with('text_of_a_syntax_error', function (PDO $db) {
    $failure = refused('42601', fn () => $db->query('SELECT * FROM account WHERE WHERE'));
    same(explode("\n", $failure->errorInfo[2]), ['ERROR:  syntax error at or near "WHERE"',
        'LINE 1: SELECT * FROM account WHERE WHERE', '                                    ^']);
});
with('quoted_values', function (PDO $db) {
    same($db->query('SELECT ' . $db->quote("it's \\"))->fetchColumn(), "it's \\");
});
with('copy_of_arrays', function (PDO $db) {
    same($db->pgsqlCopyFromArray('item', ["x\t1", "y\t\\N"], "\t", '\\\\N', 'name, n'), true);
    same(rows($db, "SELECT name, n FROM item WHERE name IN ('x', 'y') ORDER BY name"), [['x', 1], ['y', null]]);
    $lines = $db->pgsqlCopyToArray('account', ';', 'NIL', 'id, owner');
    holds(in_array("1;a\n", $lines, true) && count($lines) >= 3, $lines);
});
with('copy_of_files', function (PDO $db) {
    $file = tempnam(sys_get_temp_dir(), 'copy');
    file_put_contents($file, "f1\t1\nf2\t2\n");
    same($db->pgsqlCopyFromFile('item', $file, "\t", '\\\\N', 'name, n'), true);
    same(rows($db, "SELECT sum(n) FROM item WHERE name IN ('f1', 'f2')"), [[3]]);
    same($db->pgsqlCopyToFile('account', $file, ',', '\\\\N', 'id, owner'), true);
    holds(str_contains(file_get_contents($file), "2,b\n"), file_get_contents($file));
});
with('notifications', function (PDO $db) {
    $db->exec('LISTEN jobs');
    connected()->exec("NOTIFY jobs, 'one'");
    $found = $db->pgsqlGetNotify(PDO::FETCH_ASSOC, 5000);
    same([$found['message'], $found['payload']], ['jobs', 'one']);
});
with('large_objects', function (PDO $db) {
    $db->beginTransaction();
    $id = $db->pgsqlLOBCreate();
    $object = $db->pgsqlLOBOpen($id, 'w');
    fwrite($object, 'much text');
    fclose($object);
    same(stream_get_contents($db->pgsqlLOBOpen($id, 'r')), 'much text');
    $db->commit();
});
with('attributes_of_the_connection', function (PDO $db) {
    holds((int) $db->getAttribute(PDO::ATTR_SERVER_VERSION) >= 10, $db->getAttribute(PDO::ATTR_SERVER_VERSION));
    holds(str_contains($db->getAttribute(PDO::ATTR_CONNECTION_STATUS), 'OK'));
    $told = $db->getAttribute(PDO::ATTR_SERVER_INFO);
    holds(str_contains($told, 'Is Superuser') && str_contains($told, 'Date Style: ISO'), $told);
    holds($db->pgsqlGetPid() > 0, $db->pgsqlGetPid());
});
with('settings_of_the_connection', function (PDO $db) {
    same(rows($db, 'SHOW application_name'), [['shop']]);
    same(rows($db, 'SHOW lock_timeout'), [['1s']]);
    $db->exec('SET statement_timeout = 200');
    refused('57014', fn () => $db->query('SELECT pg_sleep(20)'));
}, [], ";application_name=shop;options='-c lock_timeout=1000'");
with('first_statements_of_a_framework', function (PDO $db) {
    $db->prepare("set names 'utf8'")->execute();
    $db->prepare('set search_path to "public"')->execute();
    $db->prepare('set time zone "UTC"')->execute();
    $db->prepare("set application_name to 'app'")->execute();
    $db->prepare('SET SESSION CHARACTERISTICS AS TRANSACTION ISOLATION LEVEL READ COMMITTED')->execute();
    same(rows($db, 'SHOW timezone'), [['UTC']]);
    same(rows($db, 'SHOW server_version'), [[$db->getAttribute(PDO::ATTR_SERVER_VERSION)]]);
});
with('a_connection_that_persists', function (PDO $db) {
    $db->exec("SET application_name = 'kept'");
    same(connected([PDO::ATTR_PERSISTENT => true])->query('SHOW application_name')->fetchColumn(), 'kept');
}, [PDO::ATTR_PERSISTENT => true]);
with('tables_for_a_framework', function (PDO $db) {
    $db->exec('CREATE INDEX item_name_n ON item (name, n)');
    same(rows($db, "select count(*) from information_schema.tables where table_catalog = ? and table_schema = ? "
        . "and table_name = ? and table_type = 'BASE TABLE'", [getenv('DATABASE'), 'public', 'item']), [[1]]);
    same(rows($db, "select c.relname as name, n.nspname as schema, pg_total_relation_size(c.oid) >= 0, "
        . "obj_description(c.oid, 'pg_class') as comment from pg_class c, pg_namespace n where c.relkind in ('r', 'p') "
        . "and n.oid = c.relnamespace and n.nspname not in ('pg_catalog', 'information_schema') "
        . "and c.relname = 'account' order by c.relname"), [['account', 'public', true, null]]);
    same(rows($db, 'select a.attname as name, t.typname as type_name, format_type(a.atttypid, a.atttypmod) as type, '
        . '(select tc.collcollate from pg_catalog.pg_collation tc where tc.oid = a.attcollation) as collation, '
        . 'not a.attnotnull as nullable, (select pg_get_expr(adbin, adrelid) from pg_attrdef where '
        . 'c.oid = pg_attrdef.adrelid and pg_attrdef.adnum = a.attnum) as default, '
        . 'col_description(c.oid, a.attnum) as comment from pg_attribute a, pg_class c, pg_type t, pg_namespace n '
        . 'where c.relname = ? and n.nspname = ? and a.attnum > 0 and a.attrelid = c.oid and a.atttypid = t.oid '
        . 'and n.oid = c.relnamespace order by a.attnum', ['account', 'public'])[2],
        ['balance', 'int4', 'integer', null, false, '0', null]);
    same(rows($db, "select ic.relname as name, string_agg(a.attname, ',' order by indseq.ord) as columns, "
        . 'am.amname as "type", i.indisunique as "unique", i.indisprimary as "primary" from pg_index i '
        . 'join pg_class tc on tc.oid = i.indrelid join pg_namespace tn on tn.oid = tc.relnamespace '
        . 'join pg_class ic on ic.oid = i.indexrelid join pg_am am on am.oid = ic.relam '
        . 'join lateral unnest(i.indkey) with ordinality as indseq(num, ord) on true '
        . 'left join pg_attribute a on a.attrelid = i.indrelid and a.attnum = indseq.num where tc.relname = ? '
        . 'and tn.nspname = ? group by ic.relname, am.amname, i.indisunique, i.indisprimary order by 1',
        ['item', 'public']),
        [['item_name_n', 'name,n', 'btree', false, false], ['item_pkey', 'id', 'btree', true, true]]);
});
with('queue_of_a_framework', function (PDO $db) {
    $db->exec('CREATE TABLE jobs (id bigserial PRIMARY KEY, queue varchar(255) NOT NULL, payload text NOT NULL, '
        . 'attempts smallint NOT NULL, reserved_at int NULL, available_at int NOT NULL)');
    $insert = $db->prepare('insert into "jobs" ("queue", "attempts", "reserved_at", "available_at", "payload") '
        . 'values (?, ?, ?, ?, ?) returning "id"');
    foreach (['one', 'two'] as $payload) {
        $insert->execute(['default', 0, null, 100, $payload]);
    }
    $next = 'select * from "jobs" where "queue" = ? and (("reserved_at" is null and "available_at" <= ?) or '
        . '("reserved_at" <= ?)) order by "id" asc limit 1 FOR UPDATE SKIP LOCKED';
    $other = connected();
    $db->beginTransaction();
    $other->beginTransaction();
    same(rows($db, $next, ['default', 200, 10])[0][2], 'one');
    same(rows($other, $next, ['default', 200, 10])[0][2], 'two');
    rows($db, 'update "jobs" set "reserved_at" = ?, "attempts" = ? where "id" = ?', [150, 1, 1]);
    $db->commit();
    $other->rollBack();
    same(rows($db, $next, ['default', 200, 10])[0][2], 'two');
});

run(function () {
    connected()->exec('CREATE TABLE account (id int PRIMARY KEY, owner varchar(20) NOT NULL UNIQUE,
        balance int NOT NULL DEFAULT 0 CHECK (balance >= 0));
        CREATE TABLE item (id serial PRIMARY KEY, account_id int REFERENCES account, name text, n int,
        price numeric(10,2), at timestamptz, local timestamp, day date, clock time, flag boolean, code uuid, raw bytea,
        ratio float8, doc jsonb, small smallint);
        INSERT INTO account VALUES (1, \'a\', 10), (2, \'b\', 20), (3, \'c\', 30)');
});
