// Runs the checks of a client one by one and prints a line for each: client, check, ok or the error.
package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime/debug"
	"strings"
	"time"
)

const timeMax = 60 * time.Second

var dsn, url = os.Getenv("DSN"), os.Getenv("URL")

type check struct {
	name   string
	action func()
}

var checks []check

// Registers a check. It passes if it returns and fails if it panics.
func add(name string, action func()) {
	checks = append(checks, check{name, action})
}

// Runs all checks, without waiting for goroutines that they have left. If the preparation fails, every check fails with
// its error.
func run(prepare func()) {
	unprepared := failure(check{"prepare", prepare})
	for _, c := range checks {
		outcome := unprepared
		if outcome == "" {
			outcome = failure(c)
		}
		if outcome == "" {
			outcome = "ok"
		}
		fmt.Printf("%s\t%s\t%s\n", os.Getenv("CLIENT"), c.name, outcome)
	}
	os.Exit(0)
}

// Returns what went wrong, on one line, or "".
func failure(c check) string {
	outcome := make(chan string, 1)
	go func() {
		defer func() {
			thrown := recover()
			if thrown == nil {
				outcome <- ""
				return
			}
			if os.Getenv("TRACE") == c.name {
				fmt.Fprintf(os.Stderr, "%v\n%s", thrown, debug.Stack())
			}
			outcome <- description(thrown)
		}()
		c.action()
	}()
	select {
	case found := <-outcome:
		return found
	case <-time.After(timeMax):
		return fmt.Sprintf("Timeout: no answer in %v", timeMax)
	}
}

func description(thrown interface{}) string {
	prefix := "AssertionError"
	if err, is := thrown.(error); is {
		prefix = strings.TrimSpace("Error " + sqlState(err))
	}
	return prefix + ": " + strings.Join(strings.Fields(fmt.Sprint(thrown)), " ")
}

// Returns the code of PostgreSQL in an error, or "".
func sqlState(err error) string {
	var coded interface{ SQLState() string }
	if errors.As(err, &coded) {
		return coded.SQLState()
	}
	return ""
}

// Panics with the error, if there is one.
func must(err error) {
	if err != nil {
		panic(err)
	}
}

func holds(condition bool, found ...interface{}) {
	if !condition {
		panic("does not hold; found " + fmt.Sprint(found...))
	}
}

func same(found, expected interface{}) {
	if !reflect.DeepEqual(found, expected) {
		panic(fmt.Sprintf("found %#v, and not %#v", found, expected))
	}
}

// Asserts that a statement was refused with this code of PostgreSQL.
func refused(code string, err error) {
	if err == nil {
		panic("accepted, and not refused with " + code)
	}
	if sqlState(err) != code {
		panic(err)
	}
}
