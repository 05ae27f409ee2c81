# Runs the checks of a client one by one and prints a line for each: client, check, ok or the error.
require 'timeout'

module Checks
  SECONDS_MAX = 60
  @known = {}

  # Registers a check. It passes if it returns and fails if it raises an exception.
  def self.add(name, &action)
    @known[name] = action
  end

  # Runs all checks in order. If the preparation fails, every check fails with its error.
  def self.run(&prepare)
    $stdout.sync = true
    unprepared = outcome('prepare', prepare)
    @known.each do |name, action|
      found = unprepared == 'ok' ? outcome(name, action) : unprepared
      $stdout.puts [ENV.fetch('CLIENT'), name, found].join("\t")
    end
    exit!(0) # Without waiting for threads and connections that a check has left.
  end

  def self.outcome(name, action)
    Timeout.timeout(SECONDS_MAX) { action.call }
    'ok'
  rescue Exception => e
    warn e.full_message if ENV['TRACE'] == name
    describe(e)
  end

  # Returns the type, the code and the text of an error on one line.
  def self.describe(failure)
    code = state(failure)
    text = failure.message.scrub.split.join(' ')
    "#{failure.class.name.split('::').last}#{code && " #{code}"}: #{text}"
  end

  # Returns the code of PostgreSQL in an error or in its causes, or nil.
  def self.state(failure)
    return failure && state(failure.cause) unless failure.is_a?(PG::Error)

    failure.result&.error_field(PG::Result::PG_DIAG_SQLSTATE)
  end
end

def same(found, expected)
  raise "found #{found.inspect}, and not #{expected.inspect}" unless found == expected
end

def holds(condition, *found)
  raise "does not hold; found #{found.inspect}" unless condition
end

# Asserts that a block is refused with this code of PostgreSQL, and returns the error.
def refused(code)
  begin
    yield
  rescue StandardError => e
    raise if Checks.state(e) != code

    return e
  end
  raise "accepted, and not refused with #{code}"
end
