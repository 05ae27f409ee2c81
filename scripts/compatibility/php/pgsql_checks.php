<?php
// Checks of PHP's pgsql functions: parameters, results, metadata, COPY, asynchronous statements and errors.
declare(strict_types=1);

require __DIR__ . '/checks.php';

function connected(string $more = ''): PgSql\Connection
{
    return pg_connect(getenv('DSN') . " $more", PGSQL_CONNECT_FORCE_NEW);
}

/** Registers a check of a connection with these options. */
function with(string $name, callable $action, string $more = ''): void
{
    check($name, fn () => $action(connected($more)));
}

/** Returns the rows of a query, each as a list of texts. */
function rows(PgSql\Connection $db, string $query, array $parameters = []): array
{
    return pg_fetch_all(pg_query_params($db, $query, $parameters), PGSQL_NUM);
}

/** Asserts that a statement is refused with this code of PostgreSQL, and returns its result. */
function refused(PgSql\Connection $db, string $code, string $query, array $parameters = []): PgSql\Result
{
    if ($parameters === []) {
        pg_send_query($db, $query);
    } else {
        pg_send_query_params($db, $query, $parameters);
    }
    $result = pg_get_result($db);
    $found = pg_result_error_field($result, PGSQL_DIAG_SQLSTATE);
    if ($found !== $code) {
        throw new RuntimeException(pg_result_error($result) ?: "accepted, and not refused with $code");
    }
    while (pg_get_result($db)) {
        // To the end of the answer.
    }
    return $result;
}

/** Returns these fields of an error. */
function fields(PgSql\Result $result, int ...$fields): array
{
    return array_map(fn (int $field) => pg_result_error_field($result, $field), $fields);
}

with('parameters', function ($db) {
    same(rows($db, 'SELECT owner FROM account WHERE id = $1 AND balance >= $2', [2, 5]), [['b']]);
    same(rows($db, 'SELECT $1::int + 1, $2::text, $3::text', [4, "o'x", null]), [['5', "o'x", null]]);
    same(rows($db, 'SELECT $1::bool, $2::numeric * 2', ['true', '1.25']), [['t', '2.50']]);
});
with('types_there_and_back', function ($db) {
    pg_query($db, "SET TIME ZONE 'UTC'");
    $values = ['ä€', '7', '12.50', '2024-02-29 12:00:00+00', '2024-02-29 12:00:01.000005', '2024-02-29', '23:59:01',
        't', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{"a": [1, null]}', '0.25', null];
    $columns = 'name, n, price, at, local, day, clock, flag, code, doc, ratio, raw';
    same(rows($db, "INSERT INTO item ($columns) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) "
        . "RETURNING $columns", $values), [$values]);
});
with('prepared_statements', function ($db) {
    pg_prepare($db, 'find', 'SELECT owner FROM account WHERE id = $1');
    foreach ([1 => 'a', 2 => 'b', 3 => 'c'] as $id => $owner) {
        same(pg_fetch_result(pg_execute($db, 'find', [$id]), 0, 0), $owner);
    }
    pg_query($db, 'DEALLOCATE find');
    pg_send_execute($db, 'find', [1]);
    same(pg_result_error_field(pg_get_result($db), PGSQL_DIAG_SQLSTATE), '26000');
});
with('kinds_of_rows', function ($db) {
    $result = pg_query($db, 'SELECT id, owner FROM account WHERE id <= 3 ORDER BY id');
    same([pg_num_rows($result), pg_num_fields($result), pg_field_name($result, 1)], [3, 2, 'owner']);
    same(pg_fetch_assoc($result), ['id' => '1', 'owner' => 'a']);
    same(pg_fetch_object($result)->owner, 'b');
    same(pg_fetch_row($result), ['3', 'c']);
    same(pg_fetch_row($result), false);
    same(pg_fetch_all_columns($result, 1), ['a', 'b', 'c']);
});
with('columns_of_an_answer', function ($db) {
    $result = pg_query($db, 'SELECT a.id, owner, price, at, flag, raw, doc, code FROM account a '
        . 'LEFT JOIN item ON false');
    same(array_map(fn (int $i) => pg_field_type($result, $i), range(0, 7)),
        ['int4', 'varchar', 'numeric', 'timestamptz', 'bool', 'bytea', 'jsonb', 'uuid']);
    same(array_map(fn (int $i) => pg_field_type_oid($result, $i), range(0, 3)), [23, 1043, 1700, 1184]);
    same([pg_field_size($result, 0), pg_field_size($result, 1), pg_field_num($result, 'owner')], [4, -1, 1]);
});
with('tables_of_columns', function ($db) {
    $result = pg_query($db, 'SELECT id, 1 FROM account');
    same([pg_field_table($result, 0), pg_field_table($result, 1)], ['account', false]);
});
with('bytes', function ($db) {
    $bytes = implode('', array_map('chr', range(0, 255)));
    [[$raw, $length]] = rows($db, 'INSERT INTO item (raw) VALUES ($1) RETURNING raw, length(raw)',
        [pg_escape_bytea($db, $bytes)]);
    same([pg_unescape_bytea($raw), $length], [$bytes, '256']);
});
with('quoted_values_and_names', function ($db) {
    $literal = pg_escape_literal($db, "it's \\");
    $name = pg_escape_identifier($db, 'Odd"Name');
    same(pg_fetch_result(pg_query($db, "SELECT $literal"), 0, 0), "it's \\");
    pg_query($db, "CREATE TABLE $name (n int)");
    same(pg_affected_rows(pg_query($db, "INSERT INTO $name VALUES (1), (2)")), 2);
});
with('several_statements_at_once', function ($db) {
    $result = pg_query($db, 'CREATE TABLE several (n int); INSERT INTO several VALUES (1), (2); '
        . 'SELECT count(*) FROM several');
    same(pg_fetch_result($result, 0, 0), '2');
    pg_send_query($db, "SELECT 1; UPDATE several SET n = 3; SELECT 'x'");
    $found = [];
    while ($result = pg_get_result($db)) {
        $found[] = [pg_result_status($result, PGSQL_STATUS_STRING), pg_num_rows($result), pg_affected_rows($result)];
    }
    same($found, [['SELECT 1', 1, 1], ['UPDATE 2', 0, 2], ['SELECT 1', 1, 1]]);
});
with('metadata_of_a_table', function ($db) {
    $found = pg_meta_data($db, 'account', true);
    same(array_keys($found), ['id', 'owner', 'balance']);
    same(array_intersect_key($found['owner'], array_flip(['num', 'type', 'not null', 'has default'])),
        ['num' => 2, 'type' => 'varchar', 'not null' => true, 'has default' => false]);
    same([$found['balance']['has default'], $found['balance']['is base']], [true, true]);
});
with('statements_from_arrays', function ($db) {
    same(pg_insert($db, 'account', ['id' => 30, 'owner' => "o'x", 'balance' => 5], PGSQL_DML_EXEC) !== false, true);
    same(pg_update($db, 'account', ['balance' => 6], ['id' => 30]), true);
    same(pg_select($db, 'account', ['id' => 30]), [['id' => '30', 'owner' => "o'x", 'balance' => '6']]);
    same(pg_delete($db, 'account', ['id' => 30]), true);
    same(pg_select($db, 'account', ['id' => 30]), []);
});
with('converted_values', function ($db) {
    same(pg_convert($db, 'item', ['name' => "o'x", 'n' => '7', 'flag' => 'true', 'day' => '2024-02-29']),
        ['"name"' => "'o''x'", '"n"' => '7', '"flag"' => "'t'", '"day"' => "'2024-02-29'"]);
});
with('copy_of_arrays', function ($db) {
    same(pg_copy_from($db, 'item (name, n)', ["x\t1\n", "y\t\\N\n"]), true);
    same(rows($db, "SELECT name, n FROM item WHERE name IN ('x', 'y') ORDER BY name"), [['x', '1'], ['y', null]]);
    $lines = pg_copy_to($db, '(SELECT id, owner FROM account WHERE id < 3 ORDER BY id)', ';');
    same($lines, ["1;a\n", "2;b\n"]);
});
with('copy_of_lines', function ($db) {
    pg_query($db, "COPY item (name, n) FROM STDIN WITH (FORMAT csv, NULL 'none')");
    pg_put_line($db, "\"l,1\",1\n");
    pg_put_line($db, "l2,none\n");
    same(pg_end_copy($db), true);
    same(rows($db, "SELECT name, n FROM item WHERE name LIKE 'l%' ORDER BY name"), [['l,1', '1'], ['l2', null]]);
});
with('transactions', function ($db) {
    same(pg_transaction_status($db), PGSQL_TRANSACTION_IDLE);
    pg_query($db, 'BEGIN ISOLATION LEVEL SERIALIZABLE');
    same([pg_transaction_status($db), rows($db, 'SHOW transaction_isolation')],
        [PGSQL_TRANSACTION_INTRANS, [['serializable']]]);
    pg_query($db, 'UPDATE account SET balance = 100 WHERE id = 1');
    pg_query($db, 'SAVEPOINT one');
    refused($db, '23505', "INSERT INTO account VALUES (1, 'again')");
    same(pg_transaction_status($db), PGSQL_TRANSACTION_INERROR);
    refused($db, '25P02', 'SELECT 1');
    pg_query($db, 'ROLLBACK TO one');
    pg_query($db, 'COMMIT');
    same(rows($db, 'SELECT balance FROM account WHERE id = 1'), [['100']]);
});
with('commit_of_a_failed_transaction', function ($db) {
    pg_query($db, 'BEGIN');
    refused($db, '42P01', 'SELECT * FROM nowhere');
    same(pg_result_status(pg_query($db, 'COMMIT'), PGSQL_STATUS_STRING), 'ROLLBACK');
});
with('violated_constraints', function ($db) {
    $result = refused($db, '23505', 'INSERT INTO account VALUES ($1, $2)', [1, 'again']);
    same(fields($result, PGSQL_DIAG_SEVERITY, PGSQL_DIAG_MESSAGE_PRIMARY, PGSQL_DIAG_MESSAGE_DETAIL,
        PGSQL_DIAG_SCHEMA_NAME, PGSQL_DIAG_TABLE_NAME, PGSQL_DIAG_CONSTRAINT_NAME), ['ERROR',
        'duplicate key value violates unique constraint "account_pkey"', 'Key (id)=(1) already exists.', 'public',
        'account', 'account_pkey']);
    $result = refused($db, '23502', 'INSERT INTO account (id) VALUES ($1)', [9]);
    same(fields($result, PGSQL_DIAG_COLUMN_NAME), ['owner']);
    $result = refused($db, '23503', 'INSERT INTO item (account_id) VALUES ($1)', [99]);
    same(fields($result, PGSQL_DIAG_CONSTRAINT_NAME), ['item_account_id_fkey']);
    $result = refused($db, '23514', 'UPDATE account SET balance = $1 WHERE id = 1', [-1]);
    same(fields($result, PGSQL_DIAG_CONSTRAINT_NAME), ['account_balance_check']);
});
with('detail_of_a_missing_value', function ($db) {
    $result = refused($db, '23502', 'INSERT INTO account (id) VALUES ($1)', [9]);
    same(fields($result, PGSQL_DIAG_MESSAGE_DETAIL), ['Failing row contains (9, null, 0).']);
    $result = refused($db, '23514', 'INSERT INTO account VALUES ($1, $2, $3)', [9, 'z', -5]);
    same(fields($result, PGSQL_DIAG_MESSAGE_DETAIL), ['Failing row contains (9, z, -5).']);
});
with('errors_as_warnings', function ($db) {
    same(@pg_query($db, 'SELECT nothing FROM account'), false);
    holds(str_starts_with(pg_last_error($db), 'ERROR:  column "nothing" does not exist'), pg_last_error($db));
    same(rows($db, 'SELECT 1'), [['1']]);
});
with('position_of_an_error', function ($db) {
    same(fields(refused($db, '42703', 'SELECT ownr FROM account'), PGSQL_DIAG_STATEMENT_POSITION), ['8']);
    same(fields(refused($db, '42601', 'SELECT FROM WHERE'), PGSQL_DIAG_MESSAGE_PRIMARY),
        ['syntax error at or near "WHERE"']);
});
with('asynchronous_statement', function ($db) {
    pg_send_query($db, 'SELECT pg_sleep(0.2)');
    same(pg_connection_busy($db), true);
    same(pg_num_rows(pg_get_result($db)), 1);
    same(pg_get_result($db), false);
});
with('cancelled_statement', function ($db) {
    pg_send_query($db, 'SELECT pg_sleep(20)');
    usleep(300000);
    same(pg_cancel_query($db), true);
    same(rows($db, 'SELECT 1'), [['1']]);
});
with('statement_timeout', function ($db) {
    refused($db, '57014', 'SELECT pg_sleep(20)');
}, "options='-c statement_timeout=200'");
with('cursor', function ($db) {
    pg_query($db, 'BEGIN; DECLARE walk SCROLL CURSOR FOR SELECT id FROM account WHERE id <= 3 ORDER BY id');
    same(rows($db, 'FETCH FORWARD 2 FROM walk'), [['1'], ['2']]);
    same(rows($db, 'FETCH LAST FROM walk'), [['3']]);
    same(pg_result_status(pg_query($db, 'MOVE ABSOLUTE 0 FROM walk'), PGSQL_STATUS_STRING), 'MOVE 0');
    same(rows($db, 'FETCH NEXT FROM walk'), [['1']]);
    pg_query($db, 'CLOSE walk; COMMIT');
});
with('notifications', function ($db) {
    pg_query($db, 'LISTEN jobs');
    pg_query(connected(), "NOTIFY jobs, 'one'");
    for ($waits = 0; !($found = pg_get_notify($db)) && $waits < 100; $waits++) {
        usleep(50000);
    }
    same([$found['message'], $found['payload']], ['jobs', 'one']);
});
with('notices', function ($db) {
    pg_query($db, 'DROP TABLE IF EXISTS nowhere');
    same(pg_last_notice($db), 'NOTICE:  table "nowhere" does not exist, skipping');
});
with('arrays', function ($db) {
    pg_query($db, 'CREATE TABLE tagged (id int PRIMARY KEY, tags text[], numbers int[])');
    same(rows($db, 'INSERT INTO tagged VALUES (1, $1, $2) RETURNING tags, numbers, tags[1]',
        ['{a,"b \"q\"",NULL}', '{1,2}']), [['{a,"b \"q\"",NULL}', '{1,2}', 'a']]);
    same(rows($db, 'SELECT unnest(numbers) FROM tagged'), [['1'], ['2']]);
    same(rows($db, 'SELECT count(*) FROM account WHERE id = ANY($1)', ['{1,3}']), [['2']]);
});
with('elements_of_arrays_and_documents', function ($db) {
    pg_query($db, 'CREATE TABLE parts (id int PRIMARY KEY, tags text[], numbers int[], doc jsonb)');
    pg_query($db, "INSERT INTO parts VALUES (1, '{x,y}', '{1,2}', '{\"k\": 1, \"l\": 2}')");
    pg_query($db, "UPDATE parts SET tags[1] = '{z}', doc['k'] = '6' WHERE id = 1");
    pg_query_params($db, 'UPDATE parts SET tags[3] = $1, numbers[2] = $2 WHERE id = $3', ['w', 7, 1]);
    same(rows($db, 'SELECT tags, numbers, doc FROM parts'), [['{"{z}",y,w}', '{1,7}', '{"k": 6, "l": 2}']]);
});
with('whether_a_row_was_new', function ($db) {
    $upsert = 'INSERT INTO account VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET balance = account.balance '
        . 'RETURNING (xmax = 0) AS inserted';
    same([rows($db, $upsert, [80, 'eighty']), rows($db, $upsert, [80, 'eighty'])], [[['t']], [['f']]]);
});
with('large_objects', function ($db) {
    pg_query($db, 'BEGIN');
    $id = pg_lo_create($db);
    $object = pg_lo_open($db, $id, 'w+');
    pg_lo_write($object, 'much text');
    pg_lo_seek($object, 5, PGSQL_SEEK_SET);
    same(pg_lo_read($object, 100), 'text');
    pg_lo_close($object);
    pg_query($db, 'COMMIT');
});
with('state_of_the_connection', function ($db) {
    same([pg_connection_status($db), pg_ping($db), pg_dbname($db), pg_client_encoding($db)],
        [PGSQL_CONNECTION_OK, true, getenv('DATABASE'), 'UTF8']);
    holds((int) pg_version($db)['server'] >= 10 && pg_get_pid($db) > 0, pg_version($db));
    same([pg_parameter_status($db, 'server_encoding'), pg_parameter_status($db, 'application_name')], ['UTF8', 'shop']);
}, 'application_name=shop');
with('reset_of_the_connection', function ($db) {
    pg_query($db, "SET application_name = 'changed'");
    same(pg_connection_reset($db), true);
    same(rows($db, 'SHOW application_name'), [['shop']]);
}, 'application_name=shop');
with('encoding_of_the_client', function ($db) {
    same(pg_set_client_encoding($db, 'LATIN1'), 0);
    same(rows($db, 'SELECT $1::text, length($1)', ["\xe4"]), [["\xe4", '1']]);
});

run(function () {
    pg_query(connected(), 'CREATE TABLE account (id int PRIMARY KEY, owner varchar(20) NOT NULL UNIQUE,
        balance int NOT NULL DEFAULT 0 CHECK (balance >= 0));
        CREATE TABLE item (id serial PRIMARY KEY, account_id int REFERENCES account, name text, n int,
        price numeric(10,2), at timestamptz, local timestamp, day date, clock time, flag boolean, code uuid, raw bytea,
        ratio float8, doc jsonb);
        INSERT INTO account VALUES (1, \'a\', 10), (2, \'b\', 20), (3, \'c\', 30)');
});
