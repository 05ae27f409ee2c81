# Checks of Sequel: datasets, schemas, models, extensions for PostgreSQL, transactions and errors.
require 'sequel'
require 'tmpdir'
require 'sequel/adapters/postgres'
require_relative 'checks'

def connected(**options)
  Sequel.connect(adapter: 'postgres', host: ENV.fetch('HOST'), port: ENV.fetch('PORT').to_i, user: ENV.fetch('LOGIN'),
                 password: ENV.fetch('PASSWORD'), database: ENV.fetch('DATABASE'), keep_reference: false, **options)
end

DB = connected(max_connections: 4)
DB.extension(:pg_array, :pg_json, :pg_range, :pg_enum, :pg_inet)
DB.wrap_json_primitives = false
Sequel.extension(:migration, :pg_array_ops, :pg_json_ops, :pg_range_ops)
Sequel.default_timezone = :utc
Thread.report_on_exception = false

ACCOUNT = DB[:account]
ITEM = DB[:item]

def check(name, &action)
  Checks.add(name, &action)
end

check('queries') do
  same(ACCOUNT.where(id: 2).get(:owner), 'b')
  same(ACCOUNT.where { balance > 10 }.order(Sequel.desc(:id)).exclude(id: 4).select_map(:id), [3, 2])
  same(ACCOUNT.where(id: [1, 3]).as_hash(:id, :owner), { 1 => 'a', 3 => 'c' })
  same([ACCOUNT.where(id: 1..3).sum(:balance), ACCOUNT.where(id: 99).first], [60, nil])
  same(ACCOUNT.where(Sequel.ilike(:owner, 'B%')).or(owner: 'c').order(:id).map(:id), [2, 3])
  same(ACCOUNT.order(:id).limit(1, 1).all, [{ id: 2, owner: 'b', balance: 20 }])
end
check('types_there_and_back') do
  at = Time.utc(2024, 2, 29, 12, 0, 0, 5)
  values = { name: 'ä€', n: 7, price: BigDecimal('12.5'), at: at, local: at, day: Date.new(2024, 2, 29), flag: true,
             ratio: 0.25, code: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', raw: Sequel.blob("\0\1\xff".b) }
  id = ITEM.insert(values)
  same(ITEM.select(*values.keys).first(id: id), values)
end
check('null_values') do
  id = ITEM.insert(name: nil, at: nil)
  same(ITEM.where(id: id, name: nil).exclude(at: nil).count + ITEM.where(id: id, name: nil, at: nil).count, 1)
end
check('keys_and_rows_of_changes') do
  id = ITEM.insert(name: 'key')
  same(ITEM.where(id: id).update(n: 5), 1)
  same(ITEM.where(id: id).returning(:id, :n).update(n: Sequel[:n] + 1), [{ id: id, n: 6 }])
  same(ITEM.returning(:name).where(id: id).delete, [{ name: 'key' }])
end
check('many_rows_at_once') do
  ITEM.import(%i[name n], (1..50).map { |n| ['import', n] })
  same([ITEM.where(name: 'import').count, ITEM.where(name: 'import').sum(:n)], [50, 1275])
  keys = ITEM.multi_insert([{ name: 'multi', n: 1 }, { name: 'multi', n: 2 }], return: :primary_key)
  same(keys.length, 2)
end
check('insert_or_update') do
  more = { balance: Sequel[:account][:balance] + Sequel[:excluded][:balance] }
  upsert = ACCOUNT.insert_conflict(target: :id, update: more)
  upsert.insert(id: 4, owner: 'd', balance: 1)
  upsert.insert(id: 4, owner: 'd', balance: 2)
  same(ACCOUNT.where(id: 4).get(:balance), 3)
  same(ACCOUNT.insert_ignore.insert(id: 4, owner: 'd'), nil)
end
check('joins_groups_and_subqueries') do
  ITEM.insert(account_id: 2, name: 'joined', n: 3)
  same(ACCOUNT.join(:item, account_id: :id).where(name: 'joined').select_map([:owner, Sequel[:item][:n]]), [['b', 3]])
  same(ACCOUNT.left_join(:item, account_id: :id).where(Sequel[:account][:id] => [1, 2])
              .group_and_count(:owner).order(:owner).all, [{ owner: 'a', count: 1 }, { owner: 'b', count: 1 }])
  same(ACCOUNT.where(id: ITEM.where(name: 'joined').select(:account_id)).map(:id), [2])
  same(ACCOUNT.where(ITEM.where(account_id: Sequel[:account][:id]).exists).map(:id), [2])
end
check('windows_and_common_tables') do
  ranked = ACCOUNT.where(id: 1..3).select(:id) { rank.function.over(order: Sequel.desc(:balance)).as(:place) }
  same(ranked.order(:place).map { |row| row.values_at(:id, :place) }, [[3, 1], [2, 2], [1, 3]])
  same(DB[:rich].with(:rich, ACCOUNT.where { balance >= 20 }.where(id: 1..3)).count, 2)
  tree = DB[:t].with_recursive(:t, DB.select(Sequel.as(1, :n)), DB[:t].select { (n + 1).as(:n) }.where { n < 5 })
  same(tree.sum(:n), 15)
end
check('placeholders_and_prepared_statements') do
  same(DB['SELECT owner FROM account WHERE id = ? OR owner = ?', 1, 'c'].map(:owner).sort, %w[a c])
  same(DB.fetch('SELECT :a::int + :b::int AS sum', a: 1, b: 2).get(:sum), 3)
  ACCOUNT.where(id: :$id).prepare(:first, :find_account)
  same((1..3).map { |id| DB.call(:find_account, id: id)[:owner] }, %w[a b c])
  ITEM.prepare(:insert, :add_item, name: :$name, n: :$n)
  holds(DB.call(:add_item, name: 'prepared', n: 1).positive?)
end
check('columns_of_a_table') do
  found = DB.schema(:account).to_h { |name, column| [name, column.slice(:type, :db_type, :primary_key, :allow_null)] }
  same(found, { id: { type: :integer, db_type: 'integer', primary_key: true, allow_null: false },
                owner: { type: :string, db_type: 'character varying(20)', primary_key: false, allow_null: false },
                balance: { type: :integer, db_type: 'integer', primary_key: false, allow_null: false } })
  same(DB.schema(:account).to_h[:balance].values_at(:default, :ruby_default), ['0', 0])
  same([DB.primary_key(:item), DB.primary_key_sequence(:item)], ['id', '"public"."item_id_seq"'])
end
check('tables_and_views') do
  DB.create_view(:rich, ACCOUNT.where { balance > 15 })
  holds((%i[account item] - DB.tables).empty?, DB.tables)
  same([DB.views, DB.table_exists?(:account), DB.table_exists?(:nowhere)], [[:rich], true, false])
  same([DB[:rich].where(id: 1..3).count, DB[:rich].columns], [2, %i[id owner balance]])
  DB.drop_view(:rich)
end
check('materialized_views') do
  sums = ITEM.where(name: 'sum').select_group(:name).select_append { sum(n).as(:total) }
  DB.create_view(:sums, sums, materialized: true)
  ITEM.import(%i[name n], [['sum', 1], ['sum', 2]])
  same(DB[:sums].all, [])
  DB.refresh_view(:sums)
  same(DB[:sums].all, [{ name: 'sum', total: 3 }])
  DB.drop_view(:sums, materialized: true)
end
check('tables_like_others') do
  DB.run('CREATE TABLE copied (LIKE account INCLUDING ALL)')
  same([DB[:copied].columns, DB.primary_key(:copied)], [%i[id owner balance], 'id'])
  DB.drop_table(:copied)
end
check('indexes_and_constraints') do
  DB.create_table(:book) do
    primary_key :id
    foreign_key :account_id, :account, on_delete: :cascade, foreign_key_constraint_name: :of_account
    String :title, size: 80, null: false
    BigDecimal :price, size: [10, 2], default: 0
    TrueClass :sold, default: false
    DateTime :at
    constraint(:not_negative) { price >= 0 }
    index %i[title price], name: :book_title
    unique %i[account_id title], name: :book_once
  end
  same(DB.indexes(:book), { book_title: { columns: %i[title price], unique: false, deferrable: nil },
                            book_once: { columns: %i[account_id title], unique: true, deferrable: false } })
  same(DB.foreign_key_list(:book).map { |key| key.values_at(:name, :columns, :table, :key, :on_delete) },
       [[:of_account, [:account_id], :account, [:id], :cascade]])
  same(DB.check_constraints(:book),
       { not_negative: { definition: 'CHECK ((price >= (0)::numeric))', columns: [:price] } })
end
check('changes_of_a_table') do
  DB.create_table(:changing) { primary_key :id }
  DB[:changing].insert
  DB.alter_table(:changing) do
    add_column :name, String, default: 'x', null: false
    add_column :n, Integer
    add_index :n
  end
  DB.alter_table(:changing) do
    rename_column :name, :title
    set_column_type :n, :bigint
    set_column_allow_null :title
    drop_index :n
  end
  same(DB[:changing].first, { id: 1, title: 'x', n: nil })
  DB.rename_table(:changing, :changed)
  same(DB.schema(:changed).map { |name, column| [name, column[:db_type]] },
       [[:id, 'integer'], [:title, 'text'], [:n, 'bigint']])
  DB.drop_table(:changed)
end
check('migrations') do
  Dir.mktmpdir do |folder|
    File.write("#{folder}/001_one.rb", 'Sequel.migration { change { create_table(:moved) { primary_key :id } } }')
    File.write("#{folder}/002_two.rb", 'Sequel.migration { change { add_column :moved, :name, String } }')
    Sequel::Migrator.run(DB, folder)
    same([DB[:schema_info].get(:version), DB[:moved].columns], [2, %i[id name]])
    Sequel::Migrator.run(DB, folder, target: 0)
    same(DB.table_exists?(:moved), false)
  end
end
check('models') do
  account = Class.new(Sequel::Model(DB[:account]))
  item = Class.new(Sequel::Model(DB[:item]))
  account.one_to_many(:items, class: item, key: :account_id)
  item.many_to_one(:account, class: account, key: :account_id)
  account.unrestrict_primary_key
  made = account.create(id: 60, owner: 'model')
  made.add_item(name: 'one', n: 1)
  made.update(balance: 7)
  same(account[60].values, { id: 60, owner: 'model', balance: 7 })
  same(account.where(id: 60).eager(:items).all.first.items.map(&:name), ['one'])
  same(item.first(name: 'one').account.owner, 'model')
  made.items.first.destroy
  made.destroy
  same(account[60], nil)
end
check('transactions') do
  DB.transaction(isolation: :serializable) do
    same(DB.get(Sequel.lit("current_setting('transaction_isolation')")), 'serializable')
    ACCOUNT.where(id: 1).update(balance: 100)
    raise Sequel::Rollback
  end
  same(ACCOUNT.where(id: 1).get(:balance), 10)
  done = []
  DB.transaction do
    DB.after_commit { done << :committed }
    DB.transaction(savepoint: true, rollback: :always) { ACCOUNT.where(id: 1).update(balance: 1) }
    ACCOUNT.where(id: 1).update(balance: Sequel[:balance] + 1)
  end
  same([ACCOUNT.where(id: 1).get(:balance), done], [11, [:committed]])
  refused('25006') { DB.transaction(read_only: true) { ITEM.delete } }
end
check('locked_rows') do
  DB.transaction do
    same(ACCOUNT.where(id: 2).for_update.get(:owner), 'b')
    Thread.new do
      DB.transaction do
        same(ACCOUNT.where(id: 1..3).order(:id).for_update.skip_locked.map(:id), [1, 3])
        refused('55P03') { ACCOUNT.where(id: 2).for_update.nowait.all }
        raise Sequel::Rollback
      end
    end.join
  end
end
check('repeated_transactions') do
  DB.create_table(:counter) { Integer :n }
  DB[:counter].insert(n: 0)
  threads = Array.new(3) do
    Thread.new do
      5.times do
        DB.transaction(isolation: :serializable, retry_on: [Sequel::SerializationFailure], num_retries: nil) do
          DB[:counter].update(n: Sequel[:n] + 1)
        end
      end
    end
  end
  threads.each(&:join)
  same(DB[:counter].get(:n), 15)
end
check('kinds_of_errors') do
  e = refused('23505') { ACCOUNT.insert(id: 1, owner: 'again') }
  same([e.class, DB.error_info(e)[:constraint]], [Sequel::UniqueConstraintViolation, 'account_pkey'])
  same(refused('23502') { ACCOUNT.insert(id: 9) }.class, Sequel::NotNullConstraintViolation)
  same(refused('23503') { ITEM.insert(account_id: 99) }.class, Sequel::ForeignKeyConstraintViolation)
  same(refused('23514') { ACCOUNT.where(id: 1).update(balance: -1) }.class, Sequel::CheckConstraintViolation)
  same(refused('42P01') { DB[:nowhere].all }.class, Sequel::DatabaseError)
end
check('arrays') do
  DB.create_table(:tagged) do
    primary_key :id
    column :tags, 'text[]'
    column :numbers, 'integer[]'
  end
  DB[:tagged].insert(tags: Sequel.pg_array(['a', 'b "q"']), numbers: Sequel.pg_array([1, 2], :integer))
  same(DB[:tagged].first.values_at(:tags, :numbers).map(&:to_a), [['a', 'b "q"'], [1, 2]])
  same(DB[:tagged].where(Sequel.pg_array_op(:tags).contains(Sequel.pg_array(['a'], :text))).count, 1)
  DB[:tagged].update(numbers: Sequel.pg_array_op(:numbers).push(3))
  same(DB[:tagged].get(Sequel.pg_array_op(:numbers)[3]), 3)
end
check('json') do
  DB.create_table(:paper) do
    primary_key :id
    column :doc, :jsonb
  end
  id = DB[:paper].insert(doc: Sequel.pg_jsonb('a' => [1, nil], 'b' => 'ü'))
  same(DB[:paper].first(id: id)[:doc].to_hash['a'], [1, nil])
  doc = Sequel.pg_jsonb_op(:doc)
  same(DB[:paper].where(doc.get_text('b') => 'ü').where(doc.has_key?('a')).get(doc.get_text(%w[a 0])), '1')
  DB[:paper].update(doc: doc.set(%w[b], Sequel.pg_jsonb({ 'c' => 1 })))
  same(DB[:paper].get(doc['b'].get_text('c')), '1')
end
check('ranges_intervals_and_addresses') do
  DB.create_table(:booking) do
    primary_key :id
    column :days, :daterange
    column :length, :interval
    column :host, :inet
  end
  days = Date.new(2024, 2, 1)...Date.new(2024, 3, 1)
  DB[:booking].insert(days: Sequel.pg_range(days, :daterange), length: '1 day 02:00', host: '10.0.0.1')
  row = DB[:booking].first
  same([row[:days].to_range, row[:length], row[:host]], [days, '1 day 02:00:00', IPAddr.new('10.0.0.1')])
  same(DB[:booking].where(Sequel.pg_range_op(:days).contains(Sequel.cast('2024-02-29', :date))).count, 1)
end
check('enumerations') do
  DB.create_enum(:mood, %w[sad glad])
  DB.create_table(:person) do
    primary_key :id
    column :mood, :mood, default: 'glad'
  end
  DB[:person].insert
  same([DB[:person].get(:mood), DB.schema(:person).to_h[:mood][:enum_values]], ['glad', %w[sad glad]])
  refused('22P02') { DB[:person].insert(mood: 'odd') }
end
check('copy_in_and_out') do
  DB.copy_into(:item, columns: %i[name n], format: :csv, data: ["\"c,1\",1\n", "c2,\n"])
  same(ITEM.where(Sequel.like(:name, 'c%')).order(:id).select_map(%i[name n]), [['c,1', 1], ['c2', nil]])
  same(DB.copy_table(ITEM.where(Sequel.like(:name, 'c%')).order(:id).select(:name, :n), format: :csv),
       "\"c,1\",1\nc2,\n")
end
check('cursors') do
  same(DB['SELECT i FROM generate_series(1, 2500) AS i'].use_cursor.map(:i).sum, 3_126_250)
  same(ACCOUNT.where(id: 1..3).order(:id).use_cursor(rows_per_fetch: 2, hold: true).map(:id), [1, 2, 3])
  same(ACCOUNT.where(id: 1..3).order(:id).paged_each(rows_per_fetch: 1).map { |row| row[:id] }, [1, 2, 3])
end
check('notifications') do
  found = nil
  listening = Queue.new
  thread = Thread.new do
    DB.listen('jobs', timeout: 5, after_listen: proc { listening << 1 }) do |channel, _, payload|
      found = [channel, payload]
    end
  ensure
    listening << 1
  end
  listening.pop
  DB.notify('jobs', payload: 'one')
  thread.join
  same(found, %w[jobs one])
end
check('explanation_and_versions') do
  holds(ACCOUNT.where(id: 1).explain.include?('account'), ACCOUNT.where(id: 1).explain)
  holds(DB.server_version >= 100_000 && DB.supports_savepoints?, DB.server_version)
end
check('settings_of_the_connection') do
  db = connected(search_path: %w[public], connect_sqls: ["SET application_name = 'shop'"],
                 driver_options: { options: '-c statement_timeout=200' })
  same([db.get(Sequel.lit("current_setting('application_name')")), db[:account].where(id: 1).count], ['shop', 1])
  refused('57014') { db.run('SELECT pg_sleep(20)') }
  db.disconnect
end
check('reconnects') do
  db = connected(max_connections: 1)
  db.extension(:connection_validator)
  db.pool.connection_validation_timeout = -1
  db.synchronize { |c| c.socket_io.close }
  same(db.get(1), 1)
  db.disconnect
end
check('schemas') do
  DB.create_schema(:other)
  DB.create_table(Sequel[:other][:thing]) { primary_key :id }
  same([DB[Sequel[:other][:thing]].insert, DB.tables(schema: :other)], [1, [:thing]])
  DB.drop_table(Sequel[:other][:thing])
  DB.drop_schema(:other)
end
check('sequences') do
  DB.reset_primary_key_sequence(:item)
  same(ITEM.insert(name: 'next'), ITEM.max(:id))
end
check('truncated_table') do
  DB.create_table(:whole) { primary_key :id, identity: true }
  3.times { DB[:whole].insert }
  DB[:whole].truncate(restart: true)
  same(DB[:whole].insert, 1)
end

Checks.run do
  DB.run("CREATE TABLE account (id int PRIMARY KEY, owner varchar(20) NOT NULL UNIQUE,
    balance int NOT NULL DEFAULT 0 CHECK (balance >= 0));
    CREATE TABLE item (id serial PRIMARY KEY, account_id int REFERENCES account, name text, n int, price numeric(10,2),
    at timestamptz, local timestamp, day date, flag boolean, code uuid, raw bytea, ratio float8);
    INSERT INTO account VALUES (1, 'a', 10), (2, 'b', 20), (3, 'c', 30)")
end
