// Checks of pq with database/sql: transactions, COPY, notifications, cancelling, and what migrations ask.
package main

import (
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/lib/pq"
)

var background = context.Background()

// Returns a transaction of the level, at whose end the caller is.
func begin(db *sql.DB, options *sql.TxOptions) *sql.Tx {
	tx, err := db.BeginTx(background, options)
	must(err)
	return tx
}

func addSessions() {
	add("isolation_levels", with("", func(db *sql.DB) {
		for level, name := range map[sql.IsolationLevel]string{sql.LevelSerializable: "serializable",
			sql.LevelRepeatableRead: "repeatable read", sql.LevelReadCommitted: "read committed"} {
			tx := begin(db, &sql.TxOptions{Isolation: level})
			same(value(tx, "SHOW transaction_isolation"), name)
			must(tx.Rollback())
		}
		tx := begin(db, &sql.TxOptions{ReadOnly: true})
		_, err := tx.Exec("DELETE FROM item")
		refused("25006", err)
		must(tx.Rollback())
	}))
	add("rollback_and_savepoints", with("", func(db *sql.DB) {
		tx := begin(db, nil)
		execute(tx, "UPDATE account SET balance = 100 WHERE id = 1")
		execute(tx, "SAVEPOINT one")
		_, err := tx.Exec("INSERT INTO account VALUES ($1, 'again')", 1)
		refused("23505", err)
		_, err = tx.Exec("SELECT 1")
		refused("25P02", err)
		execute(tx, "ROLLBACK TO SAVEPOINT one")
		execute(tx, "RELEASE SAVEPOINT one")
		must(tx.Commit())
		same(value(db, "SELECT balance FROM account WHERE id = 1"), "100")
		tx = begin(db, nil)
		execute(tx, "UPDATE account SET balance = 10 WHERE id = 1")
		must(tx.Rollback())
		same(value(db, "SELECT balance FROM account WHERE id = 1"), "100")
	}))
	add("commit_of_a_failed_transaction", with("", func(db *sql.DB) {
		tx := begin(db, nil)
		execute(tx, "UPDATE account SET balance = 77 WHERE id = 2")
		_, err := tx.Exec("SELECT nothing")
		refused("42703", err)
		holds(tx.Commit() != nil, "committed")
		same(value(db, "SELECT balance FROM account WHERE id = 2"), "20")
	}))
	add("locked_rows", with("", func(db *sql.DB) {
		one, two := begin(db, nil), begin(db, nil)
		defer two.Rollback()
		same(value(one, "SELECT owner FROM account WHERE id = 2 FOR UPDATE"), "b")
		same(column(two, "SELECT id FROM account WHERE id < 4 ORDER BY id FOR UPDATE SKIP LOCKED"), []string{"1", "3"})
		_, err := two.Exec("SELECT owner FROM account WHERE id = $1 FOR UPDATE NOWAIT", 2)
		refused("55P03", err)
		must(one.Rollback())
	}))
	add("lost_updates_are_refused_at_repeatable_read", with("", func(db *sql.DB) {
		options := &sql.TxOptions{Isolation: sql.LevelRepeatableRead}
		one, two := begin(db, options), begin(db, options)
		value(one, "SELECT balance FROM account WHERE id = 3")
		value(two, "SELECT balance FROM account WHERE id = 3")
		execute(one, "UPDATE account SET balance = balance + 1 WHERE id = 3")
		must(one.Commit())
		_, err := two.Exec("UPDATE account SET balance = balance + 1 WHERE id = 3")
		if err == nil {
			err = two.Commit()
		}
		refused("40001", err)
		two.Rollback()
	}))
	add("many_sessions_with_repetition", with("", func(db *sql.DB) {
		execute(db, "CREATE TABLE counter (n int); INSERT INTO counter VALUES (0)")
		db.SetMaxOpenConns(4)
		var all sync.WaitGroup
		failures := make(chan error, 8)
		for session := 0; session < 8; session++ {
			all.Add(1)
			go func() {
				defer all.Done()
				for done := 0; done < 5; {
					_, err := db.Exec("UPDATE counter SET n = n + $1", 1)
					if err == nil {
						done++
					} else if sqlState(err) != "40001" && sqlState(err) != "40P01" {
						failures <- err
						return
					}
				}
			}()
		}
		all.Wait()
		close(failures)
		must(<-failures)
		same(value(db, "SELECT n FROM counter"), "40")
	}))
	add("copy_in", with("", func(db *sql.DB) {
		tx := begin(db, nil)
		statement, err := tx.Prepare(pq.CopyIn("item", "name", "n", "raw", "at"))
		must(err)
		for n := 0; n < 500; n++ {
			_, err = statement.Exec(fmt.Sprintf("copied\t%d\\", n), n, []byte{0, 1}, nil)
			must(err)
		}
		result, err := statement.Exec()
		must(err)
		count, _ := result.RowsAffected()
		same(count, int64(500))
		must(statement.Close())
		must(tx.Commit())
		same(value(db, `SELECT count(*) || max(name) FROM item WHERE name LIKE 'copied%' AND length(raw) = 2`),
			"500copied\t9\\")
	}))
	add("copy_in_that_fails", with("", func(db *sql.DB) {
		tx := begin(db, nil)
		statement, err := tx.Prepare(pq.CopyInSchema("public", "account", "id", "owner"))
		must(err)
		for _, id := range []int{50, 1} {
			_, err = statement.Exec(id, fmt.Sprint("copy ", id))
			must(err)
		}
		_, err = statement.Exec()
		refused("23505", err)
		statement.Close()
		must(tx.Rollback())
		same(value(db, "SELECT count(*) FROM account WHERE id = 50"), "0")
	}))
	add("cursor", with("", func(db *sql.DB) {
		tx := begin(db, nil)
		defer tx.Rollback()
		execute(tx, "DECLARE walk CURSOR FOR SELECT i FROM generate_series(1, 5) AS i")
		same(column(tx, "FETCH 2 FROM walk"), []string{"1", "2"})
		same(column(tx, "FETCH ALL FROM walk"), []string{"3", "4", "5"})
		execute(tx, "CLOSE walk")
	}))
	add("notifications", with("", func(db *sql.DB) {
		listener := pq.NewListener(dsn+" sslmode=disable", time.Second, time.Minute, nil)
		defer listener.Close()
		must(listener.Listen("jobs"))
		execute(db, "NOTIFY jobs, 'first'")
		execute(db, "SELECT pg_notify($1, $2)", "jobs", "second")
		for _, expected := range []string{"first", "second"} {
			select {
			case found := <-listener.Notify:
				same([]string{found.Channel, found.Extra}, []string{"jobs", expected})
			case <-time.After(5 * time.Second):
				panic("no notification of " + expected)
			}
		}
		must(listener.Ping())
		must(listener.Unlisten("jobs"))
	}))
	add("notices", func() {
		connector, err := pq.NewConnector(dsn + " sslmode=disable")
		must(err)
		told := ""
		db := sql.OpenDB(pq.ConnectorWithNoticeHandler(connector, func(e *pq.Error) { told += e.Severity + e.Message }))
		defer db.Close()
		execute(db, "DROP TABLE IF EXISTS nowhere")
		same(told, `NOTICEtable "nowhere" does not exist, skipping`)
	})
	add("cancelled_statement", with("", func(db *sql.DB) {
		limited, cancel := context.WithTimeout(background, 200*time.Millisecond)
		defer cancel()
		since := time.Now()
		_, err := db.ExecContext(limited, "SELECT pg_sleep(20)")
		holds(err != nil && time.Since(since) < 5*time.Second, err, time.Since(since))
		same(value(db, "SELECT 1"), "1")
		limited, cancel = context.WithTimeout(background, 200*time.Millisecond)
		defer cancel()
		tx, err := db.BeginTx(limited, nil)
		must(err)
		_, err = tx.Exec("UPDATE account SET balance = 99 WHERE id = 3")
		must(err)
		_, err = tx.ExecContext(limited, "SELECT pg_sleep(20)")
		holds(err != nil, "not cancelled")
		holds(value(db, "SELECT balance FROM account WHERE id = 3") != "99", "committed")
	}))
	add("statement_timeout", with("statement_timeout=200", func(db *sql.DB) {
		same(value(db, "SHOW statement_timeout"), "200ms")
		_, err := db.Exec("SELECT pg_sleep(20)")
		refused("57014", err)
	}))
	add("lock_timeout", with("lock_timeout=200", func(db *sql.DB) {
		one, two := begin(db, nil), begin(db, nil)
		defer two.Rollback()
		defer one.Rollback()
		execute(one, "UPDATE account SET balance = 21 WHERE id = 2")
		_, err := two.Exec("SELECT * FROM account WHERE id = 2 FOR UPDATE")
		refused("55P03", err)
	}))
	add("settings_of_the_connection", with("application_name=shop options='-c jit=off -c lock_timeout=2000'",
		func(db *sql.DB) {
			same(value(db, "SHOW application_name")+value(db, "SHOW jit")+value(db, "SHOW lock_timeout"), "shopoff2s")
		}))
	add("settings_that_concern_speed", with("options='-c work_mem=8MB'", func(db *sql.DB) {
		same(value(db, "SHOW work_mem"), "8MB")
		for _, setting := range []string{"synchronous_commit = off", "enable_seqscan = off", "random_page_cost = 1.1",
			"plan_cache_mode = force_custom_plan", "maintenance_work_mem = '64MB'"} {
			execute(db, "SET "+setting)
		}
	}))
	add("search_path_of_the_connection", with("search_path=other,public", func(db *sql.DB) {
		execute(db, "CREATE SCHEMA other; CREATE TABLE here (n int)")
		same(value(db, "SELECT table_schema FROM information_schema.tables WHERE table_name = 'here'"), "other")
		same(value(db, "SELECT count(*) FROM account WHERE id < 4"), "3")
	}))
	add("settings_of_the_application", with("", func(db *sql.DB) {
		tx := begin(db, nil)
		execute(tx, "SET LOCAL app.user_id = '7'")
		same(value(tx, "SELECT set_config('app.tenant', $1, true) || current_setting('app.user_id')", "x"), "x7")
		must(tx.Commit())
		same(value(db, "SELECT coalesce(current_setting('app.user_id', true), '')"), "")
	}))
	add("locked_table", with("", func(db *sql.DB) {
		tx := begin(db, nil)
		execute(tx, "LOCK TABLE account IN SHARE ROW EXCLUSIVE MODE")
		execute(tx, "UPDATE account SET balance = balance WHERE id = 1")
		must(tx.Commit())
	}))
	add("connection_by_url", func() {
		converted, err := pq.ParseURL(url + "?sslmode=disable&fallback_application_name=tool&connect_timeout=5")
		must(err)
		db, err := sql.Open("postgres", converted)
		must(err)
		defer db.Close()
		must(db.Ping())
		same(value(db, "SELECT current_setting($1)", "application_name"), "tool")
	})
	add("session_with_a_temporary_table", with("", func(db *sql.DB) {
		c, err := db.Conn(background)
		must(err)
		defer c.Close()
		_, err = c.ExecContext(background, "CREATE TEMPORARY TABLE scratch (n int) ON COMMIT PRESERVE ROWS")
		must(err)
		_, err = c.ExecContext(background, "INSERT INTO scratch SELECT id FROM account WHERE id < $1", 3)
		must(err)
		var count int
		must(c.QueryRowContext(background, "SELECT count(*) FROM scratch").Scan(&count))
		same(count, 2)
		_, err = db.Exec("SELECT * FROM scratch")
		refused("42P01", err)
	}))
	add("reconnects_after_its_session_was_ended", with("", func(db *sql.DB) {
		c, err := db.Conn(background)
		must(err)
		var process int
		must(c.QueryRowContext(background, "SELECT pg_backend_pid()").Scan(&process))
		same(value(db, "SELECT pg_terminate_backend($1)", process), "true")
		time.Sleep(100 * time.Millisecond)
		_, err = c.ExecContext(background, "SELECT 1")
		holds(err != nil, "answered")
		c.Close()
		same(value(db, "SELECT 1"), "1")
	}))
}

func addTools() {
	add("version_table_of_migrations", with("", func(db *sql.DB) {
		same(value(db, "SELECT CURRENT_SCHEMA()"), "public")
		same(value(db, "SELECT CURRENT_DATABASE()") != "", true)
		c, err := db.Conn(background)
		must(err)
		defer c.Close()
		_, err = c.ExecContext(background, "SELECT pg_advisory_lock($1)", 4711)
		must(err)
		same(value(db, "SELECT pg_try_advisory_lock($1)", 4711), "false")
		same(value(db, "SELECT COUNT(1) FROM information_schema.tables WHERE table_schema = $1 AND table_name = $2 "+
			"LIMIT 1", "public", "schema_migrations"), "0")
		execute(db, `CREATE TABLE IF NOT EXISTS "public"."schema_migrations" `+
			"(version bigint not null primary key, dirty boolean not null)")
		tx := begin(db, nil)
		execute(tx, `TRUNCATE "public"."schema_migrations"`)
		execute(tx, `INSERT INTO "public"."schema_migrations" (version, dirty) VALUES ($1, $2)`, 20240229, false)
		must(tx.Commit())
		same(value(db, `SELECT version FROM "public"."schema_migrations" LIMIT 1`), "20240229")
		_, err = c.ExecContext(background, "SELECT pg_advisory_unlock($1)", 4711)
		must(err)
	}))
	add("introspection_by_a_mapper", with("", func(db *sql.DB) {
		for query, arguments := range map[string][]interface{}{
			"SELECT count(*) FROM information_schema.tables WHERE table_schema = CURRENT_SCHEMA() AND " +
				"table_name = $1 AND table_type = $2": {"account", "BASE TABLE"},
			"SELECT count(*) FROM INFORMATION_SCHEMA.columns WHERE table_schema = CURRENT_SCHEMA() AND " +
				"table_name = $1 AND column_name = $2": {"account", "owner"},
			"SELECT count(*) FROM pg_indexes WHERE tablename = $1 AND indexname = $2 AND schemaname = " +
				"CURRENT_SCHEMA()": {"account", "account_owner_key"},
			"SELECT count(*) FROM INFORMATION_SCHEMA.table_constraints WHERE table_schema = CURRENT_SCHEMA() AND " +
				"table_name = $1 AND constraint_name = $2": {"account", "solvent"},
		} {
			same(query+value(db, query, arguments...), query+"1")
		}
	}))
	add("columns_for_a_mapper", with("", func(db *sql.DB) {
		same(column(db, "SELECT concat_ws(' ', c.column_name, c.is_nullable = 'YES', c.udt_name, "+
			"c.character_maximum_length, c.numeric_precision, c.numeric_scale, c.datetime_precision, 8 * typlen, "+
			"c.column_default, pd.description, c.identity_increment) FROM information_schema.columns AS c "+
			"JOIN pg_type AS pgt ON c.udt_name = pgt.typname "+
			"LEFT JOIN pg_catalog.pg_description AS pd ON pd.objsubid = c.ordinal_position AND pd.objoid = "+
			"(SELECT oid FROM pg_catalog.pg_class WHERE relname = c.table_name AND relnamespace = "+
			"(SELECT oid FROM pg_catalog.pg_namespace WHERE nspname = c.table_schema)) "+
			"WHERE table_catalog = $1 AND table_schema = CURRENT_SCHEMA() AND table_name = $2 "+
			"ORDER BY ordinal_position",
			value(db, "SELECT CURRENT_DATABASE()"), "account"),
			[]string{"id f int4 32 0 32", "owner f varchar 20 -8", "balance f int4 32 0 32 0"})
		same(strings.Join(column(db, "SELECT a.attname || ' ' || format_type(a.atttypid, a.atttypmod) FROM "+
			"pg_attribute a JOIN pg_class b ON a.attrelid = b.oid AND relnamespace = (SELECT oid FROM "+
			"pg_catalog.pg_namespace WHERE nspname = CURRENT_SCHEMA()) WHERE a.attnum > 0 AND a.attisdropped = false "+
			"AND b.relname = $1 ORDER BY a.attnum", "account"), ", "),
			"id integer, owner character varying(20), balance integer")
	}))
	add("large_answer", with("", func(db *sql.DB) {
		rows, err := db.Query("SELECT i, repeat('x', 100) FROM generate_series(1, 20000) AS i")
		must(err)
		defer rows.Close()
		count := 0
		for ; rows.Next(); count++ {
			must(rows.Scan(new(int), new(string)))
		}
		same(count, 20000)
		must(rows.Err())
	}))
	add("quoted_names_and_values", with("", func(db *sql.DB) {
		execute(db, "CREATE TABLE "+pq.QuoteIdentifier(`odd"Name`)+" (n int)")
		same(execute(db, "INSERT INTO "+pq.QuoteIdentifier(`odd"Name`)+" VALUES ($1)", 1), int64(1))
		same(value(db, "SELECT "+pq.QuoteLiteral(`it's \`)), `it's \`)
	}))
}
