# Checks of ActiveRecord: models, relations, migrations, introspection, types, transactions, locks and errors.
require 'active_record'
require 'ipaddr'
require_relative 'checks'

CONNECTION = { adapter: 'postgresql', host: ENV.fetch('HOST'), port: ENV.fetch('PORT'), username: ENV.fetch('LOGIN'),
               password: ENV.fetch('PASSWORD'), database: ENV.fetch('DATABASE'), pool: 5 }.freeze
ActiveRecord::Base.establish_connection(CONNECTION)
ActiveRecord::Schema.verbose = ActiveRecord::Migration.verbose = false
Thread.report_on_exception = false

class Account < ActiveRecord::Base
  has_many :items, dependent: :destroy
  validates :owner, uniqueness: true
  scope :rich, -> { where('balance > ?', 15) }
end

class Item < ActiveRecord::Base
  belongs_to :account, optional: true, counter_cache: false
end

class Everything < ActiveRecord::Base
  enum status: { draft: 0, sent: 1 }
end

class Versioned < ActiveRecord::Base
end

class Vehicle < ActiveRecord::Base
end

class Car < Vehicle
end

def connection
  ActiveRecord::Base.connection
end

# Registers a check. One that was left in the middle of a transaction must not spoil the next one.
def check(name, &action)
  Checks.add(name) do
    action.call
  ensure
    connection.reconnect! unless connection.raw_connection.transaction_status == PG::PQTRANS_IDLE
  end
end

check('queries') do
  same(Account.rich.order(:id).pluck(:owner), %w[b c])
  same(Account.where(id: [1, 3]).or(Account.where(owner: 'b')).order(id: :desc).ids, [3, 2, 1])
  same([Account.find_by(owner: 'b').id, Account.where(id: 99).first, Account.exists?(2)], [2, nil, true])
  same(Account.where.not(id: 1).where(id: 1..3).order(:id).limit(1).offset(1).pluck(:id), [3])
  same([Account.where(id: 1..3).sum(:balance), Account.where(id: 1..3).average(:balance)], [60, 20])
  same(Account.where('owner LIKE ?', 'b%').pick(:balance), 20)
end
check('creating_changing_and_removing') do
  account = Account.create!(owner: 'new', balance: 5)
  holds(account.id > 3 && account.created_at, account.attributes)
  account.update!(balance: 6)
  account.increment!(:balance, 2)
  same(Account.find(account.id).balance, 8)
  same(Account.where(id: account.id).update_all('balance = balance + 1'), 1)
  same(account.reload.balance, 9)
  account.destroy!
  same(Account.exists?(account.id), false)
end
check('associations') do
  account = Account.create!(owner: 'parent')
  account.items.create!([{ name: 'one', n: 1 }, { name: 'two', n: 2 }])
  same(Account.includes(:items).find(account.id).items.sort_by(&:id).map(&:name), %w[one two])
  same(Account.joins(:items).where(items: { name: 'two' }).pluck(:owner), ['parent'])
  same(Account.eager_load(:items).where(id: account.id).order('items.id').first.items.size, 2)
  same(Account.left_joins(:items).group(:owner).where(owner: %w[a parent]).count('items.id'),
       { 'a' => 0, 'parent' => 2 })
  same(Item.includes(:account).find_by(name: 'one').account.owner, 'parent')
  account.destroy!
  same(Item.where(name: %w[one two]).count, 0)
end
check('many_rows_at_once') do
  found = Item.insert_all((1..50).map { |n| { name: 'bulk', n: n } }, returning: %w[id n])
  same([found.length, Item.where(name: 'bulk').sum(:n)], [50, 1275])
  Account.upsert_all([{ id: 1, owner: 'a', balance: 11 }, { id: 80, owner: 'eighty', balance: 1 }],
                     unique_by: :id)
  same(Account.where(id: [1, 80]).order(:id).pluck(:balance), [11, 1])
  same(Account.insert({ id: 80, owner: 'again' }).length, 0)
  same(Item.where(name: 'bulk').delete_all, 50)
end
check('batches_of_rows') do
  Item.insert_all((1..25).map { |n| { name: 'batch', n: n } })
  same(Item.where(name: 'batch').find_each(batch_size: 10).sum(&:n), 325)
  same(Item.where(name: 'batch').in_batches(of: 10).map(&:count), [10, 10, 5])
end
check('types_there_and_back') do
  values = { name: 'ä€', big: 2**40, price: BigDecimal('12.50'), at: Time.utc(2024, 2, 29, 12, 0, 0, 5),
             day: Date.new(2024, 2, 29), flag: true, ratio: 0.25, raw: "\0\1\xff".b,
             code: 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', doc: { 'a' => [1, nil] }, tags: ['a', 'b "q"'],
             numbers: [1, 2], host: IPAddr.new('10.0.0.1'), days: Date.new(2024, 2, 1)...Date.new(2024, 3, 1),
             status: 'sent' }
  row = Everything.create!(values)
  same(Everything.find(row.id).attributes.symbolize_keys.slice(*values.keys), values)
  empty = Everything.find(Everything.create!.id)
  same(values.keys.map { |key| empty[key] }.compact, ['draft'])
end
check('conditions_on_json_and_arrays') do
  row = Everything.create!(doc: { 'b' => 'x' }, tags: %w[t u], host: '10.1.0.1')
  same(Everything.where("doc->>'b' = ?", 'x').where('doc @> ?', { b: 'x' }.to_json).ids, [row.id])
  same(Everything.where('? = ANY (tags)', 't').where('tags && ARRAY[?]', %w[u v]).ids, [row.id])
  same(Everything.where('host << ?', '10.1.0.0/16').ids, [row.id])
  row.update!(doc: { 'b' => 'y' }, tags: %w[w])
  same(Everything.where("doc ->> 'b' = 'y'").pluck(:tags), [%w[w]])
end
check('enumerations_and_scopes') do
  row = Everything.create!(status: :draft)
  row.sent!
  same([Everything.sent.exists?(row.id), Everything.draft.exists?(row.id)], [true, false])
end
check('single_table_inheritance') do
  car = Car.create!(name: 'c')
  same([Vehicle.find(car.id).class, Car.count, Vehicle.where(type: nil).count], [Car, 1, 0])
end
check('uniqueness_by_validation') do
  same(Account.new(owner: 'a').valid?, false)
  same(Account.find_or_create_by!(owner: 'found').id, Account.find_or_create_by!(owner: 'found').id)
  same(Account.create_or_find_by!(owner: 'only').owner, 'only')
end
check('kinds_of_errors') do
  duplicate = Account.new(id: 1, owner: 'x')
  same(refused('23505') { duplicate.save!(validate: false) }.class, ActiveRecord::RecordNotUnique)
  same(refused('23503') { Item.create!(account_id: 99) }.class, ActiveRecord::InvalidForeignKey)
  same(refused('23502') { Account.new.save!(validate: false) }.class, ActiveRecord::NotNullViolation)
  same(refused('22001') { Account.new(owner: 'x' * 21).save!(validate: false) }.class, ActiveRecord::ValueTooLong)
  same(refused('22003') { connection.execute('INSERT INTO items (n) VALUES (3000000000)') }.class,
       ActiveRecord::RangeError)
  same(refused('42P01') { connection.execute('SELECT * FROM nowhere') }.class, ActiveRecord::StatementInvalid)
end
check('transactions') do
  Account.transaction(isolation: :serializable) do
    same(connection.select_value('SHOW transaction_isolation'), 'serializable')
    Account.find(2).update!(balance: 99)
    raise ActiveRecord::Rollback
  end
  same(Account.find(2).balance, 20)
  Account.transaction do
    Account.find(2).update!(balance: 21)
    Account.transaction(requires_new: true) do
      Account.find(2).update!(balance: 22)
      raise ActiveRecord::Rollback
    end
    begin
      Account.transaction(requires_new: true) { Account.new(id: 1, owner: 'y').save!(validate: false) }
    rescue ActiveRecord::RecordNotUnique
      Account.find(3).update!(balance: 31)
    end
  end
  same(Account.where(id: [2, 3]).order(:id).pluck(:balance), [21, 31])
end
check('pessimistic_locks') do
  Account.find(2).with_lock do
    other = Thread.new do
      ActiveRecord::Base.connection_pool.with_connection do
        refused('55P03') { Account.transaction { Account.lock('FOR UPDATE NOWAIT').find(2) } }
        Account.transaction { Account.where(id: 1..3).order(:id).lock('FOR UPDATE SKIP LOCKED').ids }
      end
    end
    same(other.value, [1, 3])
  end
end
check('optimistic_locks') do
  one = Versioned.create!(name: 'x')
  two = Versioned.find(one.id)
  one.update!(name: 'y')
  begin
    two.update!(name: 'z')
    raise 'accepted'
  rescue ActiveRecord::StaleObjectError
    same(Versioned.find(one.id).lock_version, 1)
  end
end
check('advisory_locks_of_migrations') do
  same(connection.get_advisory_lock(4711), true)
  same(connection.release_advisory_lock(4711), true)
end
check('tables_and_columns') do
  holds((%w[accounts items everythings] - connection.tables).empty?, connection.tables)
  same(connection.columns('accounts').map { |c| [c.name, c.sql_type, c.null, c.default] }.first(3),
       [['id', 'bigint', false, nil], ['owner', 'character varying(20)', false, nil],
        ['balance', 'integer', false, '0']])
  same([connection.primary_key('items'), connection.pk_and_sequence_for('items')[0]], %w[id id])
  same(Everything.columns_hash['tags'].array, true)
  same([connection.table_exists?(:accounts), connection.view_exists?(:accounts)], [true, false])
  same(connection.data_source_exists?(:nowhere), false)
end
check('indexes_and_foreign_keys') do
  index = connection.indexes('accounts').find { |i| i.name == 'index_accounts_on_owner' }
  same([index.columns, index.unique, index.using], [['owner'], true, :btree])
  key = connection.foreign_keys('items').first
  same([key.to_table, key.column, key.primary_key, key.on_delete], ['accounts', 'account_id', 'id', :cascade])
  same(connection.check_constraints('accounts').map { |c| [c.name, c.expression] }, [%w[solvent balance\ >=\ 0]])
end
check('changes_of_a_table') do
  connection.create_table(:changing) { |t| t.string :name, comment: 'how it is called' }
  connection.add_column(:changing, :n, :integer, default: 3, null: false)
  connection.add_reference(:changing, :account, foreign_key: true, index: { name: 'changing_account' })
  connection.rename_column(:changing, :name, :title)
  connection.change_column(:changing, :n, :bigint)
  connection.change_column_null(:changing, :title, false, 'none')
  connection.change_column_default(:changing, :title, from: nil, to: 'new')
  connection.add_index(:changing, %i[title n], unique: true)
  connection.add_index(:changing, :n, algorithm: :concurrently)
  connection.rename_table(:changing, :changed)
  same(connection.columns('changed').map { |c| [c.name, c.sql_type, c.default] },
       [['id', 'bigint', nil], ['title', 'character varying', 'new'], %w[n bigint 3], ['account_id', 'bigint', nil]])
  same(connection.indexes('changed').map(&:columns).sort, [['account_id'], ['n'], %w[title n]])
  connection.remove_foreign_key(:changed, :accounts)
  connection.drop_table(:changed)
end
check('partial_indexes') do
  connection.create_table(:partial) { |t| t.integer :n }
  connection.add_index(:partial, :n, unique: true, where: 'n > 1')
  same(connection.indexes('partial').map { |index| [index.unique, index.where] }, [[true, '(n > 1)']])
  2.times { connection.execute('INSERT INTO partial (n) VALUES (1)') }
  connection.execute('INSERT INTO partial (n) VALUES (2)')
  refused('23505') { connection.execute('INSERT INTO partial (n) VALUES (2)') }
end
check('indexes_of_expressions') do
  connection.create_table(:expressed) { |t| t.string :name }
  connection.add_index(:expressed, 'lower(name)', name: 'lower_name')
  same(connection.indexes('expressed').map(&:columns), ['lower((name)::text)'])
end
check('migrations') do
  migration = Class.new(ActiveRecord::Migration[6.1]) do
    def change
      create_table(:moved, id: :uuid, default: -> { 'gen_random_uuid()' }) { |t| t.timestamps }
      add_check_constraint :moved, 'created_at <= updated_at', name: 'in_order'
    end
  end
  ActiveRecord::SchemaMigration.create_table
  ActiveRecord::InternalMetadata.create_table
  ActiveRecord::InternalMetadata[:environment] = 'test'
  migration.new.migrate(:up)
  same([connection.table_exists?(:moved), ActiveRecord::InternalMetadata[:environment]], [true, 'test'])
  migration.new.migrate(:down)
  same(connection.table_exists?(:moved), false)
end
check('dump_of_the_schema') do
  ActiveRecord::SchemaMigration.create_table
  out = StringIO.new
  ActiveRecord::SchemaDumper.dump(connection, out)
  ['create_table "accounts"', 't.string "owner", limit: 20, null: false', 'add_foreign_key "items", "accounts"',
   't.text "tags", array: true', 't.check_constraint "balance >= 0", name: "solvent"'].each do |line|
    holds(out.string.include?(line), line)
  end
end
check('prepared_statements_and_none') do
  Account.find(1)
  same(connection.prepared_statements, true)
  ActiveRecord::Base.connection.unprepared_statement { same(Account.find_by(owner: 'a').id, 1) }
  same(connection.exec_query('SELECT $1::int + $2::int AS sum', 'sum', [[nil, 1], [nil, 2]]).to_a, [{ 'sum' => 3 }])
end
check('a_table_changes_under_prepared_statements') do
  connection.create_table(:shifting) { |t| t.string :a }
  model = Class.new(ActiveRecord::Base) { self.table_name = 'shifting' }
  id = model.create!(a: 'x').id
  same(model.find(id).a, 'x')
  connection.add_column(:shifting, :b, :integer, default: 4)
  model.reset_column_information
  same(model.find(id).b, 4)
end
check('explanation_and_statements') do
  holds(Account.where(id: 1).explain.include?('accounts'), Account.where(id: 1).explain)
end
check('common_tables_and_windows') do
  found = Account.find_by_sql(['WITH rich AS (SELECT * FROM accounts WHERE balance > ?) SELECT *, row_number() OVER ' \
                               '(ORDER BY balance DESC) AS place FROM rich WHERE id <= 3', 15])
  same(found.map(&:place), [1, 2])
  same(Account.where(id: 1..3).group('balance > 15').order(Arel.sql('balance > 15')).count, { false => 1, true => 2 })
  same(Account.where(id: Item.where(name: 'nothing').select(:account_id)).to_a, [])
  same(Account.where(id: 1..3).select(:owner).distinct.order(:owner).map(&:owner), %w[a b c])
end
check('settings_of_the_connection') do
  same(connection.select_value('SHOW timezone'), 'UTC')
  other = Class.new(ActiveRecord::Base) { self.abstract_class = true }
  Object.const_set(:Other, other)
  other.establish_connection(CONNECTION.merge(variables: { statement_timeout: 200 }, schema_search_path: 'public',
                                              application_name: 'shop', min_messages: 'warning'))
  same(other.connection.select_value('SHOW application_name'), 'shop')
  begin
    other.connection.execute('SELECT pg_sleep(20)')
    raise 'accepted'
  rescue ActiveRecord::QueryCanceled
    same(other.connection.select_value('SELECT 1'), 1)
  end
end
check('reconnects') do
  same(connection.active?, true)
  socket = BasicSocket.for_fd(connection.raw_connection.socket)
  socket.autoclose = false
  socket.shutdown
  same(connection.active?, false)
  connection.reconnect!
  same(Account.find(1).owner, 'a')
end
check('cleaning_between_tests') do
  connection.disable_referential_integrity { Item.insert({ name: 'cleaned' }) }
  connection.truncate_tables('items', 'versioneds')
  same([Item.count, Versioned.count], [0, 0])
  connection.reset_pk_sequence!('items')
  same(Item.create!(name: 'first').id, 1)
end

Checks.run do
  ActiveRecord::Schema.define do
    create_table :accounts do |t|
      t.string :owner, limit: 20, null: false, index: { unique: true }
      t.integer :balance, null: false, default: 0
      t.timestamps default: -> { 'CURRENT_TIMESTAMP' }
      t.check_constraint 'balance >= 0', name: 'solvent'
    end
    create_table :items do |t|
      t.references :account, foreign_key: { on_delete: :cascade }
      t.text :name
      t.integer :n
    end
    create_table :everythings do |t|
      t.string :name
      t.bigint :big
      t.decimal :price, precision: 10, scale: 2
      t.datetime :at
      t.date :day
      t.boolean :flag
      t.float :ratio
      t.binary :raw
      t.uuid :code
      t.jsonb :doc
      t.text :tags, array: true
      t.integer :numbers, array: true
      t.inet :host
      t.daterange :days
      t.integer :status, default: 0
    end
    create_table :versioneds do |t|
      t.string :name
      t.integer :lock_version, default: 0
    end
    create_table :vehicles do |t|
      t.string :type
      t.string :name
    end
  end
  Account.insert_all([['a', 10], ['b', 20], ['c', 30]].map { |owner, balance| { owner: owner, balance: balance } })
end
