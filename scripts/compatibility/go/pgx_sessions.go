// Checks of pgx 4: queries, batches, COPY, transactions, notifications, cancelling, pools and database/sql.
package main

import (
	"bytes"
	"context"
	"database/sql"
	"fmt"
	"strings"
	"sync"
	"time"

	"github.com/jackc/pgconn"
	"github.com/jackc/pgx/v4"
	"github.com/jackc/pgx/v4/pgxpool"
	"github.com/jackc/pgx/v4/stdlib"
)

func addQueries() {
	add("prepared_statements", with("", func(c *pgx.Conn) {
		described, err := c.Prepare(background, "find", "SELECT owner, balance FROM account WHERE id = $1")
		must(err)
		same(described.ParamOIDs, []uint32{23})
		found := ""
		for _, field := range described.Fields {
			found += fmt.Sprintf("%s %d %v, ", field.Name, field.DataTypeOID, field.TableOID > 0)
		}
		same(found, "owner 1043 true, balance 23 true, ")
		for id, owner := range []string{"a", "b", "c"} {
			same(all(c, "find", id+1)[0][0], owner)
		}
		must(c.Deallocate(background, "find"))
		_, err = c.Exec(background, "find", 1)
		refused("42601", err)
	}))
	add("a_table_changes_under_a_prepared_statement", with("", func(c *pgx.Conn) {
		execute(c, "CREATE TABLE changing (a int)")
		execute(c, "INSERT INTO changing VALUES (1)")
		same(len(all(c, "SELECT * FROM changing")[0]), 1)
		execute(c, "ALTER TABLE changing ADD COLUMN b int")
		rows, err := c.Query(background, "SELECT * FROM changing")
		must(err)
		rows.Close()
		refused("0A000", rows.Err())
		same(len(all(c, "SELECT * FROM changing")[0]), 2)
	}))
	add("kinds_of_answers", with("", func(c *pgx.Conn) {
		execute(c, "CREATE TABLE made (n int)")
		for _, step := range []string{"INSERT INTO made VALUES (1), (2)|INSERT 0 2", "UPDATE made SET n = 3|UPDATE 2",
			"SELECT * FROM made|SELECT 2", "DELETE FROM made|DELETE 2", "CREATE INDEX made_n ON made (n)|CREATE INDEX",
			"DROP TABLE made|DROP TABLE", "SET TIME ZONE 'UTC'|SET", "BEGIN|BEGIN", "SAVEPOINT a|SAVEPOINT",
			"ROLLBACK TO a|ROLLBACK", "RELEASE a|RELEASE", "COMMIT|COMMIT", "SHOW search_path|SHOW",
			"TRUNCATE item|TRUNCATE TABLE", "DISCARD ALL|DISCARD ALL"} {
			halves := strings.Split(step, "|")
			same(halves[0]+"|"+execute(c, halves[0]), step)
		}
	}))
	add("tables_from_queries", with("", func(c *pgx.Conn) {
		same(execute(c, "CREATE TABLE picked AS SELECT id, owner FROM account WHERE id < 3"), "SELECT 2")
		same(value(c, "SELECT count(*) FROM picked WHERE owner = $1", "b"), int64(1))
	}))
	add("returned_keys", with("", func(c *pgx.Conn) {
		var id int64
		must(c.QueryRow(background, "INSERT INTO item (name) VALUES ($1) RETURNING id", "key").Scan(&id))
		same(execute(c, "UPDATE item SET n = $1 WHERE id = $2", 5, id), "UPDATE 1")
		same(c.QueryRow(background, "SELECT id FROM item WHERE id = $1", -1).Scan(&id), pgx.ErrNoRows)
	}))
	add("several_statements_at_once", with("", func(c *pgx.Conn) {
		results, err := c.PgConn().Exec(background, "SELECT 1; UPDATE account SET balance = 10 WHERE id = 1; "+
			"SELECT owner FROM account ORDER BY id").ReadAll()
		must(err)
		holds(len(results) == 3 && results[1].CommandTag.RowsAffected() == 1 && string(results[2].Rows[2][0]) == "c")
	}))
	add("rows_by_a_function", with("", func(c *pgx.Conn) {
		var id, total int
		tag, err := c.QueryFunc(background, "SELECT id FROM account WHERE id <= $1", []interface{}{3},
			[]interface{}{&id},
			func(pgx.QueryFuncRow) error { total += id; return nil })
		must(err)
		holds(tag.RowsAffected() == 3 && total == 6, tag, total)
	}))
	add("large_answer", with("", func(c *pgx.Conn) {
		same(len(all(c, "SELECT i, repeat('x', 100) FROM generate_series(1, $1) AS i", 20000)), 20000)
	}))
}

func addBatches() {
	add("batch", with("", func(c *pgx.Conn) {
		batch := &pgx.Batch{}
		for n := 0; n < 50; n++ {
			batch.Queue("INSERT INTO item (name, n) VALUES ($1, $2)", "batch", n)
		}
		batch.Queue("SELECT count(*), sum(n) FROM item WHERE name = $1", "batch")
		results := c.SendBatch(background, batch)
		for n := 0; n < 50; n++ {
			tag, err := results.Exec()
			must(err)
			same(tag.RowsAffected(), int64(1))
		}
		var count, sum int
		must(results.QueryRow().Scan(&count, &sum))
		must(results.Close())
		same([]int{count, sum}, []int{50, 1225})
	}))
	add("batch_that_fails_is_rolled_back", with("", func(c *pgx.Conn) {
		batch := &pgx.Batch{}
		batch.Queue("INSERT INTO account VALUES ($1, $2)", 40, "batch 40")
		batch.Queue("INSERT INTO account VALUES ($1, $2)", 1, "batch 1")
		batch.Queue("INSERT INTO account VALUES ($1, $2)", 41, "batch 41")
		results := c.SendBatch(background, batch)
		_, err := results.Exec()
		must(err)
		_, err = results.Exec()
		refused("23505", err)
		holds(results.Close() != nil, "closed")
		same(value(c, "SELECT count(*) FROM account WHERE id >= 40"), int64(0))
	}))
	add("batch_in_a_transaction", with("", func(c *pgx.Conn) {
		tx, err := c.Begin(background)
		must(err)
		batch := &pgx.Batch{}
		batch.Queue("UPDATE account SET balance = balance - $1 WHERE id = 2", 5)
		batch.Queue("UPDATE account SET balance = balance + $1 WHERE id = 3", 5)
		must(tx.SendBatch(background, batch).Close())
		must(tx.Rollback(background))
		same(value(c, "SELECT balance FROM account WHERE id = 2"), int32(20))
	}))
	add("copy_from", with("", func(c *pgx.Conn) {
		rows := [][]interface{}{}
		for n := 0; n < 500; n++ {
			rows = append(rows, []interface{}{fmt.Sprint("copied ", n), int32(n), []byte{0, 1}, nil, 0.5,
				time.Date(2024, 2, 29, 12, 0, 0, 0, time.UTC)})
		}
		count, err := c.CopyFrom(background, pgx.Identifier{"public", "item"},
			[]string{"name", "n", "raw", "flag", "ratio", "at"}, pgx.CopyFromRows(rows))
		must(err)
		same(count, int64(500))
		same(all(c, "SELECT count(*), sum(n), min(length(raw)), max(ratio) FROM item WHERE name LIKE 'copied%' AND "+
			"flag IS NULL AND at = '2024-02-29 12:00:00Z'")[0],
			[]interface{}{int64(500), int64(124750), int32(2), 0.5})
	}))
	add("copy_from_that_fails", with("", func(c *pgx.Conn) {
		_, err := c.CopyFrom(background, pgx.Identifier{"account"}, []string{"id", "owner"},
			pgx.CopyFromRows([][]interface{}{{int32(50), "copy"}, {int32(1), "again"}}))
		refused("23505", err)
		_, err = c.CopyFrom(background, pgx.Identifier{"account"}, []string{"id", "owner"},
			pgx.CopyFromSlice(2, func(i int) ([]interface{}, error) {
				if i == 1 {
					return nil, fmt.Errorf("no more")
				}
				return []interface{}{int32(51), "copy"}, nil
			}))
		holds(err != nil, "copied")
		same(value(c, "SELECT count(*) FROM account WHERE id >= 50"), int64(0))
	}))
	add("copy_as_text_in_and_out", with("", func(c *pgx.Conn) {
		tag, err := c.PgConn().CopyFrom(background, strings.NewReader("x,1\n\"y,\"\"\",\n"),
			"COPY item (name, n) FROM STDIN WITH (FORMAT csv)")
		must(err)
		same(tag.RowsAffected(), int64(2))
		var out bytes.Buffer
		_, err = c.PgConn().CopyTo(background, &out,
			"COPY (SELECT name, n FROM item WHERE name IN ('x', 'y,\"') ORDER BY name) "+
				"TO STDOUT WITH (FORMAT csv, HEADER)")
		must(err)
		same(out.String(), "name,n\nx,1\n\"y,\"\"\",\n")
	}))
}

func addSessions() {
	add("transactions_and_levels", with("", func(c *pgx.Conn) {
		tx, err := c.BeginTx(background, pgx.TxOptions{IsoLevel: pgx.Serializable, AccessMode: pgx.ReadOnly,
			DeferrableMode: pgx.Deferrable})
		must(err)
		same(value(tx, "SHOW transaction_isolation"), "serializable")
		_, err = tx.Exec(background, "DELETE FROM item")
		refused("25006", err)
		same(tx.Commit(background), pgx.ErrTxCommitRollback)
	}))
	add("nested_transactions", with("", func(c *pgx.Conn) {
		must(c.BeginFunc(background, func(tx pgx.Tx) error {
			execute(tx, "UPDATE account SET balance = 100 WHERE id = 1")
			refused("23505", tx.BeginFunc(background, func(inner pgx.Tx) error {
				execute(inner, "UPDATE account SET balance = 1 WHERE id = 1")
				_, err := inner.Exec(background, "INSERT INTO account VALUES (1, 'again')")
				return err
			}))
			return nil
		}))
		same(value(c, "SELECT balance FROM account WHERE id = 1"), int32(100))
		same(c.PgConn().TxStatus(), byte('I'))
	}))
	add("notifications", with("", func(c *pgx.Conn) {
		execute(c, "LISTEN jobs")
		with("", func(other *pgx.Conn) { execute(other, "SELECT pg_notify($1, $2)", "jobs", "one") })()
		limited, cancel := context.WithTimeout(background, 5*time.Second)
		defer cancel()
		found, err := c.WaitForNotification(limited)
		must(err)
		same([]string{found.Channel, found.Payload}, []string{"jobs", "one"})
		execute(c, "UNLISTEN *")
	}))
	add("cancelled_statement", with("", func(c *pgx.Conn) {
		time.AfterFunc(300*time.Millisecond, func() { c.PgConn().CancelRequest(background) })
		_, err := c.Exec(background, "SELECT pg_sleep($1)", 20)
		refused("57014", err)
		same(value(c, "SELECT 1"), int32(1))
	}))
	add("statement_timeout", with("statement_timeout=200", func(c *pgx.Conn) {
		_, err := c.Exec(background, "SELECT pg_sleep(20)")
		refused("57014", err)
	}))
	add("end_of_time_closes_the_connection", with("", func(c *pgx.Conn) {
		limited, cancel := context.WithTimeout(background, 200*time.Millisecond)
		defer cancel()
		_, err := c.Exec(limited, "SELECT pg_sleep(20)")
		holds(err != nil && c.IsClosed(), err)
	}))
	add("search_path_of_the_connection", with("search_path=other,public", func(c *pgx.Conn) {
		same(value(c, "SHOW search_path"), "other,public")
	}))
	add("settings_of_the_connection", with("application_name=shop timezone=UTC", func(c *pgx.Conn) {
		same(c.PgConn().ParameterStatus("application_name")+c.PgConn().ParameterStatus("TimeZone"), "shopUTC")
		same(c.PgConn().ParameterStatus("integer_datetimes"), "on")
		same(c.PgConn().ParameterStatus("standard_conforming_strings"), "on")
		execute(c, "SET application_name = 'other'")
		same(c.PgConn().ParameterStatus("application_name"), "other")
	}))
	add("notices", func() {
		config, err := pgx.ParseConfig(url + "?sslmode=disable")
		must(err)
		told := ""
		config.OnNotice = func(_ *pgconn.PgConn, notice *pgconn.Notice) { told += notice.Severity + notice.Message }
		c, err := pgx.ConnectConfig(background, config)
		must(err)
		defer c.Close(background)
		execute(c, "CREATE TABLE IF NOT EXISTS account (id int)")
		same(told, `NOTICErelation "account" already exists, skipping`)
	})
	add("cursor", with("", func(c *pgx.Conn) {
		tx, err := c.Begin(background)
		must(err)
		defer tx.Rollback(background)
		execute(tx, "DECLARE walk CURSOR FOR SELECT id FROM account WHERE id <= 3 ORDER BY id")
		same(all(tx, "FETCH 2 FROM walk"), [][]interface{}{{int32(1)}, {int32(2)}})
		same(all(tx, "FETCH 2 FROM walk"), [][]interface{}{{int32(3)}})
		same(execute(tx, "CLOSE walk"), "CLOSE CURSOR")
	}))
	add("large_objects", with("", func(c *pgx.Conn) {
		must(c.BeginFunc(background, func(tx pgx.Tx) error {
			objects := tx.LargeObjects()
			id, err := objects.Create(background, 0)
			must(err)
			object, err := objects.Open(background, id, pgx.LargeObjectModeWrite|pgx.LargeObjectModeRead)
			must(err)
			_, err = object.Write([]byte("much text"))
			must(err)
			_, err = object.Seek(5, 0)
			must(err)
			found := make([]byte, 4)
			_, err = object.Read(found)
			same(string(found), "text")
			return err
		}))
	}))
}

func addPools() {
	add("pool", func() {
		pool, err := pgxpool.Connect(background, dsn+" sslmode=disable pool_max_conns=3")
		must(err)
		defer pool.Close()
		var everyone sync.WaitGroup
		failures := make(chan error, 10)
		for n := 0; n < 10; n++ {
			everyone.Add(1)
			go func(n int) {
				defer everyone.Done()
				var found int
				err := pool.QueryRow(background, "INSERT INTO item (name, n) VALUES ('pool', $1) RETURNING n", n).
					Scan(&found)
				if err != nil || found != n {
					failures <- fmt.Errorf("found %d: %v", found, err)
				}
			}(n)
		}
		everyone.Wait()
		close(failures)
		must(<-failures)
		holds(pool.Stat().TotalConns() <= 3, pool.Stat().TotalConns())
		must(pool.BeginFunc(background, func(tx pgx.Tx) error {
			same(value(tx, "SELECT sum(n) FROM item WHERE name = 'pool'"), int64(45))
			return nil
		}))
	})
	add("pool_with_preparation_of_its_connections", func() {
		config, err := pgxpool.ParseConfig(url + "?sslmode=disable&pool_max_conns=2&pool_health_check_period=1s")
		must(err)
		config.AfterConnect = func(ctx context.Context, c *pgx.Conn) error {
			if _, err := c.Exec(ctx, "SET TIME ZONE 'Europe/Berlin'"); err != nil {
				return err
			}
			_, err := c.Prepare(ctx, "owner", "SELECT owner FROM account WHERE id = $1")
			return err
		}
		pool, err := pgxpool.ConnectConfig(background, config)
		must(err)
		defer pool.Close()
		same(value(pool, "owner", 2), "b")
		same(value(pool, "SELECT '2024-01-01 00:00:00Z'::timestamptz::text"), "2024-01-01 01:00:00+01")
	})
	add("database_sql", func() {
		config, err := pgx.ParseConfig(dsn + " sslmode=disable")
		must(err)
		db := stdlib.OpenDB(*config)
		defer db.Close()
		tx, err := db.BeginTx(background, &sql.TxOptions{Isolation: sql.LevelSerializable})
		must(err)
		result, err := tx.Exec("UPDATE account SET owner = owner || $1 WHERE id = $2", "!", 3)
		must(err)
		count, err := result.RowsAffected()
		must(err)
		same(count, int64(1))
		must(tx.Commit())
		rows, err := db.Query("SELECT owner, balance FROM account WHERE id = $1", 3)
		must(err)
		defer rows.Close()
		types, err := rows.ColumnTypes()
		must(err)
		same(types[0].DatabaseTypeName()+" "+types[1].DatabaseTypeName(), "VARCHAR INT4")
		holds(rows.Next(), rows.Err())
		var owner string
		must(rows.Scan(&owner, new(int)))
		same(owner, "c!")
	})
}
