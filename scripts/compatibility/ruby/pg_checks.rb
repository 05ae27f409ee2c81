# Checks of Ruby's pg: parameters, type maps, results, COPY, pipelines, asynchronous statements and errors.
require 'pg'
require 'bigdecimal'
require 'ipaddr'
require 'time'
require_relative 'checks'

def connected(**options)
  PG.connect(host: ENV.fetch('HOST'), port: ENV.fetch('PORT'), user: ENV.fetch('LOGIN'), dbname: ENV.fetch('DATABASE'),
             password: ENV.fetch('PASSWORD'), **options)
end

# Registers a check of a connection with these options.
def with(name, **options)
  Checks.add(name) do
    c = connected(**options)
    begin
      yield c
    ensure
      c.close unless c.finished?
    end
  end
end

# Returns a connection whose results and parameters have types.
def typed(c)
  c.type_map_for_results = PG::BasicTypeMapForResults.new(c)
  c.type_map_for_queries = PG::BasicTypeMapForQueries.new(c)
  c
end

def value(c, query, parameters = [])
  c.exec_params(query, parameters).getvalue(0, 0)
end

with('parameters') do |c|
  same(c.exec_params('SELECT owner FROM account WHERE id = $1 AND balance >= $2', [2, 5]).values, [['b']])
  same(c.exec_params('SELECT $1::int + 1, $2::text, $3::text', [4, "o'x", nil]).values, [['5', "o'x", nil]])
  found = c.exec_params('SELECT $1, $2', [{ value: '7', type: 23 }, { value: [8].pack('N'), type: 23, format: 1 }])
  same(found.values, [%w[7 8]])
end
with('binary_results') do |c|
  found = c.exec_params('SELECT id, owner, balance::bigint FROM account WHERE id = $1', [1], 1)
  same(found.values[0], ["\0\0\0\1".b, 'a', "\0\0\0\0\0\0\0\x0a".b])
end
with('types_there_and_back') do |c|
  at = Time.utc(2024, 2, 29, 12, 0, 0, 5)
  values = ['ä€', 7, BigDecimal('12.5'), at, Date.new(2024, 2, 29), true, 0.25, { 'a' => [1, nil] }]
  found = typed(c).exec_params('INSERT INTO item (name, n, price, at, day, flag, ratio, doc) VALUES ' \
                               '($1, $2, $3, $4, $5, $6, $7, $8) RETURNING name, n, price, at, day, flag, ratio, doc',
                               values)
  same(found.values[0], values)
end
with('null_values') do |c|
  found = typed(c).exec_params('INSERT INTO item (name, n, at) VALUES ($1, $2, $3) RETURNING name, n, at', [nil] * 3)
  same([found.values, found.getisnull(0, 1)], [[[nil] * 3], true])
end
with('arrays') do |c|
  c.exec('CREATE TABLE tagged (id int PRIMARY KEY, tags text[], numbers int[], ratios float8[])')
  found = typed(c).exec_params('INSERT INTO tagged VALUES (1, $1, $2, $3) RETURNING tags, numbers, ratios',
                               [['a', 'b "q", \\{}', nil], [1, 2], [0.5]])
  same(found.values[0], [['a', 'b "q", \\{}', nil], [1, 2], [0.5]])
  same(value(c, 'SELECT count(*) FROM account WHERE id = ANY($1)', [[1, 3]]), 2)
  same(value(c, 'SELECT tags[2] FROM tagged WHERE $1 = ANY(tags)', ['a']), 'b "q", \\{}')
  same(value(c, 'SELECT $1::int[]', [[[1, 2], [3, 4]]]), [[1, 2], [3, 4]])
end
with('addresses_and_codes') do |c|
  typed(c)
  same(value(c, 'SELECT $1::inet', [IPAddr.new('10.0.0.1')]), IPAddr.new('10.0.0.1'))
  same(value(c, 'SELECT $1::uuid', ['A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11']), 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11')
end
with('bytes') do |c|
  bytes = (0..255).to_a.pack('C*')
  found = c.exec_params('INSERT INTO item (raw) VALUES ($1) RETURNING raw, length(raw)', [{ value: bytes, format: 1 }])
  same([c.unescape_bytea(found.getvalue(0, 0)), found.getvalue(0, 1)], [bytes, '256'])
  same(c.exec_params('SELECT $1::bytea', [c.escape_bytea(bytes)], 1).getvalue(0, 0), bytes)
end
with('prepared_statements') do |c|
  c.prepare('find', 'SELECT owner FROM account WHERE id = $1')
  same((1..3).map { |id| c.exec_prepared('find', [id]).getvalue(0, 0) }, %w[a b c])
  described = c.describe_prepared('find')
  same([described.nparams, described.paramtype(0), described.fname(0), described.ftype(0)], [1, 23, 'owner', 1043])
  refused('42P05') { c.prepare('find', 'SELECT 1') }
  c.exec('DEALLOCATE find')
  refused('26000') { c.exec_prepared('find', [1]) }
end
with('columns_of_an_answer') do |c|
  found = c.exec('SELECT id, owner, price, at FROM account JOIN (SELECT price, at FROM item) i ON false')
  same([found.fields, found.nfields, found.fnumber('owner')], [%w[id owner price at], 4, 1])
  same((0..3).map { |i| found.ftype(i) }, [23, 1043, 1700, 1184])
  same((0..3).map { |i| found.fmod(i) }, [-1, 24, 655_366, -1])
  same((0..3).map { |i| found.fsize(i) }, [4, -1, -1, 8])
end
with('tables_of_columns') do |c|
  found = c.exec('SELECT owner, 1 FROM account')
  same([found.ftable(0).to_s, found.ftablecol(0)], [c.exec("SELECT 'account'::regclass::oid").getvalue(0, 0), 2])
  same(found.ftable(1), 0)
end
with('kinds_of_answers') do |c|
  same(c.exec('UPDATE account SET balance = balance WHERE id < 3').cmd_tuples, 2)
  found = c.exec('SELECT id FROM account WHERE id <= 3')
  same([found.cmd_status, found.ntuples, found.result_status], ['SELECT 3', 3, PG::PGRES_TUPLES_OK])
  same(c.exec('').result_status, PG::PGRES_EMPTY_QUERY)
  same(c.exec('CREATE TABLE made (n int)').cmd_status, 'CREATE TABLE')
end
with('rows_as_hashes_and_tuples') do |c|
  found = c.exec('SELECT id, owner FROM account WHERE id <= 3 ORDER BY id')
  same(found.map { |row| row['owner'] }, %w[a b c])
  same([found.column_values(0), found.tuple_values(1), found[2]], [%w[1 2 3], %w[2 b], { 'id' => '3', 'owner' => 'c' }])
end
with('several_statements_at_once') do |c|
  c.send_query("SELECT 1; UPDATE account SET balance = balance WHERE id = 1; SELECT 'x', 'y'")
  found = []
  while (result = c.get_result)
    found << [result.cmd_status, result.nfields]
  end
  same(found, [['SELECT 1', 1], ['UPDATE 1', 0], ['SELECT 1', 2]])
end
with('single_row_mode') do |c|
  c.send_query('SELECT i FROM generate_series(1, 3000) AS i')
  c.set_single_row_mode
  sum = 0
  c.get_result.stream_each_row { |row| sum += row[0].to_i }
  same(sum, 4_501_500)
end
with('pipeline') do |c|
  c.enter_pipeline_mode
  c.send_query_params('INSERT INTO item (name, n) VALUES ($1, $2)', ['pipe', 1])
  c.send_query_params('SELECT count(*) FROM item WHERE name = $1', ['pipe'])
  c.pipeline_sync
  same([c.get_result.cmd_status, c.get_result], ['INSERT 0 1', nil])
  same([c.get_result.getvalue(0, 0), c.get_result], ['1', nil])
  same(c.get_result.result_status, PG::PGRES_PIPELINE_SYNC)
  c.exit_pipeline_mode
end
with('pipeline_goes_on_after_an_error') do |c|
  c.enter_pipeline_mode
  ["INSERT INTO item (name) VALUES ('lost')", 'SELECT 1 / $1::int', 'SELECT 3'].each do |query|
    c.send_query_params(query, query.include?('$1') ? [0] : [])
  end
  c.pipeline_sync
  c.send_query_params('SELECT 4', [])
  c.pipeline_sync
  states = []
  until states.count(PG::PGRES_PIPELINE_SYNC) == 2
    result = c.get_result
    states << result.result_status if result
  end
  same(states, [PG::PGRES_COMMAND_OK, PG::PGRES_FATAL_ERROR, PG::PGRES_PIPELINE_ABORTED, PG::PGRES_PIPELINE_SYNC,
                PG::PGRES_TUPLES_OK, PG::PGRES_PIPELINE_SYNC])
  c.exit_pipeline_mode
  same(value(c, "SELECT count(*) FROM item WHERE name = 'lost'"), '0')
end
with('transactions') do |c|
  found = c.transaction do |t|
    t.exec('UPDATE account SET balance = 100 WHERE id = 1')
    same(c.transaction_status, PG::PQTRANS_INTRANS)
    'done'
  end
  same([found, c.transaction_status], ['done', PG::PQTRANS_IDLE])
  refused('23505') do
    c.transaction do |t|
      t.exec('UPDATE account SET balance = 1 WHERE id = 1')
      t.exec("INSERT INTO account VALUES (1, 'again')")
    end
  end
  same(value(c, 'SELECT balance FROM account WHERE id = 1'), '100')
end
with('levels_and_savepoints') do |c|
  c.exec('BEGIN ISOLATION LEVEL SERIALIZABLE, READ WRITE')
  same(value(c, 'SHOW transaction_isolation'), 'serializable')
  c.exec('SAVEPOINT one')
  refused('23505') { c.exec("INSERT INTO account VALUES (1, 'again')") }
  same(c.transaction_status, PG::PQTRANS_INERROR)
  c.exec('ROLLBACK TO one')
  same(c.exec('COMMIT').cmd_status, 'COMMIT')
end
with('chained_transactions') do |c|
  c.exec('BEGIN ISOLATION LEVEL SERIALIZABLE')
  c.exec('UPDATE account SET balance = balance WHERE id = 1')
  c.exec('COMMIT AND CHAIN')
  same([c.transaction_status, value(c, 'SHOW transaction_isolation')], [PG::PQTRANS_INTRANS, 'serializable'])
  c.exec('ROLLBACK')
end
with('violated_constraints') do |c|
  e = refused('23505') { c.exec_params('INSERT INTO account VALUES ($1, $2)', [1, 'again']) }
  same(e.class, PG::UniqueViolation)
  fields = [PG::PG_DIAG_MESSAGE_PRIMARY, PG::PG_DIAG_MESSAGE_DETAIL, PG::PG_DIAG_TABLE_NAME,
            PG::PG_DIAG_CONSTRAINT_NAME]
  same(fields.map { |field| e.result.error_field(field) },
       ['duplicate key value violates unique constraint "account_pkey"', 'Key (id)=(1) already exists.', 'account',
        'account_pkey'])
  same(refused('23502') { c.exec('INSERT INTO account (id) VALUES (9)') }.class, PG::NotNullViolation)
  same(refused('23503') { c.exec('INSERT INTO item (account_id) VALUES (99)') }.class, PG::ForeignKeyViolation)
  same(refused('23514') { c.exec('UPDATE account SET balance = -1') }.class, PG::CheckViolation)
  same(refused('42P01') { c.exec('SELECT * FROM nowhere') }.class, PG::UndefinedTable)
  same(refused('22P02') { c.exec_params('SELECT * FROM account WHERE id = $1', ['x']) }.class,
       PG::InvalidTextRepresentation)
end
with('text_of_an_error') do |c|
  e = refused('42703') { c.exec("SELECT id,\n  nothing FROM account") }
  same(e.message.lines.map(&:chomp).first(3),
       ['ERROR:  column "nothing" does not exist', 'LINE 2:   nothing FROM account', '          ^'])
end
with('copy_in_and_out') do |c|
  encoder = PG::TextEncoder::CopyRow.new
  found = c.copy_data('COPY item (name, n) FROM STDIN', encoder) do
    (1..100).each { |n| c.put_copy_data(["copied\t#{n}", n == 1 ? nil : n]) }
  end
  same(found.cmd_status, 'COPY 100')
  rows = []
  c.copy_data("COPY (SELECT name, n FROM item WHERE name LIKE 'copied%' ORDER BY id LIMIT 2) TO STDOUT",
              PG::TextDecoder::CopyRow.new) do
    while (row = c.get_copy_data)
      rows << row
    end
  end
  same(rows, [["copied\t1", nil], ["copied\t2", '2']])
end
with('binary_copy') do |c|
  rows = []
  c.copy_data('COPY (SELECT id, owner FROM account WHERE id <= 2 ORDER BY id) TO STDOUT WITH (FORMAT binary)') do
    while (row = c.get_copy_data)
      rows << row
    end
  end
  holds(rows[0].start_with?("PGCOPY\n\xff\r\n\0".b) && rows.join.include?("\0\2\0\0\0\4\0\0\0\2\0\0\0\1b".b), rows)
  c.copy_data('COPY item (name, n) FROM STDIN WITH (FORMAT binary)') do
    c.put_copy_data("PGCOPY\n\xff\r\n\0".b + [0, 0].pack('NN') + [2, 3].pack('nN') + 'bin' + [4, 7].pack('NN'))
    c.put_copy_data([-1].pack('n'))
  end
  same(value(c, "SELECT n FROM item WHERE name = 'bin'"), '7')
end
with('copy_that_fails') do |c|
  refused('22P02') { c.copy_data('COPY account (id, owner) FROM STDIN') { c.put_copy_data("x\tcopy\n") } }
  begin
    c.copy_data('COPY account (id, owner) FROM STDIN') do
      c.put_copy_data("50\tcopy\n")
      raise 'stopped'
    end
  rescue RuntimeError => e
    same(e.message, 'stopped')
  end
  same(value(c, 'SELECT count(*) FROM account WHERE id = 50'), '0')
end
with('cursor') do |c|
  c.transaction do
    c.exec('DECLARE walk CURSOR FOR SELECT id FROM account WHERE id <= 3 ORDER BY id')
    same(c.exec('FETCH 2 FROM walk').values + c.exec('FETCH 2 FROM walk').values, [['1'], ['2'], ['3']])
    c.exec('CLOSE walk')
    c.exec('DECLARE raw BINARY CURSOR FOR SELECT id FROM account WHERE id = 2')
    same(c.exec('FETCH ALL FROM raw').getvalue(0, 0), "\0\0\0\2".b)
  end
end
with('cancelled_statement') do |c|
  c.send_query('SELECT pg_sleep(20)')
  sleep 0.3
  same(c.cancel, nil)
  refused('57014') { c.get_last_result }
  same(value(c, 'SELECT 1'), '1')
end
with('statement_timeout', options: '-c statement_timeout=200') do |c|
  refused('57014') { c.exec('SELECT pg_sleep(20)') }
end
with('notifications') do |c|
  c.exec('LISTEN jobs')
  connected.exec_params('SELECT pg_notify($1, $2)', %w[jobs one])
  found = nil
  c.wait_for_notify(5) { |channel, _, payload| found = [channel, payload] }
  same(found, %w[jobs one])
end
with('notices') do |c|
  told = []
  c.set_notice_processor { |text| told << text }
  c.exec('DROP TABLE IF EXISTS nowhere')
  same(told, [%(NOTICE:  table "nowhere" does not exist, skipping\n)])
end
with('quoted_values_and_names') do |c|
  same(value(c, "SELECT #{c.escape_literal("it's \\")}"), "it's \\")
  name = c.quote_ident('Odd"Name')
  c.exec("CREATE TABLE #{name} (n int)")
  same(c.exec("INSERT INTO #{name} VALUES (1)").cmd_tuples, 1)
end
with('state_of_the_connection', application_name: 'shop') do |c|
  same([c.db, c.user, c.parameter_status('application_name'), c.parameter_status('standard_conforming_strings')],
       [ENV.fetch('DATABASE'), ENV.fetch('LOGIN'), 'shop', 'on'])
  holds(c.server_version >= 100_000 && c.backend_pid.positive? && c.protocol_version == 3, c.server_version)
  same(PG::Connection.ping(ENV.fetch('DSN')), PG::PQPING_OK)
  c.reset
  same(value(c, 'SHOW application_name'), 'shop')
end
with('encodings_of_the_client') do |c|
  same([c.get_client_encoding, c.internal_encoding], ['UTF8', Encoding::UTF_8])
  c.internal_encoding = 'ISO-8859-1'
  same(value(c, 'SELECT $1::text', ["\xe4".dup.force_encoding('ISO-8859-1')]).bytes, [0xe4])
end
with('large_objects') do |c|
  c.transaction do
    id = c.lo_creat
    object = c.lo_open(id, PG::INV_READ | PG::INV_WRITE)
    c.lo_write(object, 'much text')
    c.lo_lseek(object, 5, PG::SEEK_SET)
    same(c.lo_read(object, 100), 'text')
    c.lo_close(object)
  end
end

Checks.run do
  connected.exec("CREATE TABLE account (id int PRIMARY KEY, owner varchar(20) NOT NULL UNIQUE,
    balance int NOT NULL DEFAULT 0 CHECK (balance >= 0));
    CREATE TABLE item (id serial PRIMARY KEY, account_id int REFERENCES account, name text, n int, price numeric(10,2),
    at timestamptz, day date, flag boolean, code uuid, raw bytea, ratio float8, doc jsonb);
    INSERT INTO account VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)")
end
