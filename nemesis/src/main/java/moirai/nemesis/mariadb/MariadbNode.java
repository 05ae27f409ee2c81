package moirai.nemesis.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import moirai.nemesis.ClusterException;
import moirai.nemesis.machine.LocalMachine;
import moirai.nemesis.network.Hosts;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Program;
import moirai.nemesis.process.ServerUser;
import moirai.nemesis.process.Trees;
import moirai.nemesis.servers.ServerNode;

/** A server in its cluster. Only the cluster knows how a dead node comes back. All nodes take reads and writes. */
final class MariadbNode extends ServerNode implements Founding.Candidate {

    private static final int ANSWER_SECONDS = 2;

    /**
     * The words that the server prints when it takes connections; in a cluster only once it has what the others have.
     */
    private static final String READY = "ready for connections";

    /** The words by which the server says that its component is the primary one. */
    private static final String IN_PRIMARY = "primary = yes";

    private static final String SQL = "sql";

    private final Setup setup;
    private final int index;
    private final Membership membership;

    /** The parts that all servers of a cluster share. */
    record Setup(
            MariadbPrograms programs, MariadbTemplate template, ServerUser user, MariadbOptions options, Hosts hosts) {}

    MariadbNode(Setup setup, int index, Membership membership, LocalMachine machine) {
        super(machine);
        this.setup = setup;
        this.index = index;
        this.membership = membership;
    }

    Setup setup() {
        return setup;
    }

    /** Returns the port for clients, on its own host. */
    private int port() {
        return setup.hosts().port(index, SQL);
    }

    @Override
    protected String address() {
        return setup.hosts().at(index, SQL);
    }

    @Override
    public String url() {
        var reached = setup.hosts().reach(index, port());
        return "jdbc:mariadb://" + reached.getAddress().getHostAddress() + ":" + reached.getPort() + "/"
                + MariadbTemplate.DATABASE;
    }

    @Override
    public Role role() {
        return Role.PRIMARY;
    }

    /**
     * Starts the node. A node of a cluster that has no majority, or that it cannot reach, is left running: it takes
     * connections once the others, which have what it misses, are there.
     */
    @Override
    public void start() {
        membership.start(this);
    }

    /** Makes the server's data from the template, and its configuration. */
    void fill() throws IOException {
        Trees.copy(setup.template().data(), dataDirectory());
        var configuration = new Configuration(setup, index, directory());
        Files.writeString(configuration.file(), configuration.text());
        setup.user().give(directory().path());
        machine().sync();
    }

    /** Gives a dead server the data of one that never ran. */
    void empty() {
        try {
            machine().powerOn();
            Trees.delete(dataDirectory());
            fill();
            writePosition(Position.NONE, false);
        } catch (IOException e) {
            throw new ClusterException(name() + " cannot be emptied: " + e, e);
        }
    }

    /** Starts the server with these arguments and does not wait for it. */
    void launch(List<String> arguments) {
        try {
            launch(new Program(command(arguments), Map.of(), "TERM", "KILL"));
        } catch (IOException e) {
            throw new ClusterException("MariaDB could not be started: " + e, e);
        }
    }

    private List<String> command(List<String> arguments) {
        var server = new ArrayList<String>();
        server.add(setup.programs().server().toString());
        server.add("--defaults-file=" + new Configuration(setup, index, directory()).file());
        server.addAll(arguments);
        return setup.hosts().on(index, setup.user().command(server.toArray(String[]::new)));
    }

    /** Returns whether the server says that it takes connections, and does. */
    boolean isReady() {
        if (!logText().contains(READY)) {
            return false;
        }
        try {
            ask("SELECT 1");
            return true;
        } catch (ClusterException notYet) {
            return false;
        }
    }

    /** {@inheritDoc} The server's own log says so. */
    @Override
    public boolean wasMember() {
        String log = logText();
        return log.contains(READY) || log.contains(IN_PRIMARY);
    }

    @Override
    public Position position() {
        return state() == State.DEAD ? ownPosition() : Position.of(status());
    }

    /**
     * Returns the position of a dead server: what it wrote down as it ended, or else what is in its tables, which takes
     * about half a second to find out.
     */
    private Position ownPosition() {
        try {
            machine().powerOn();
            Path state = dataDirectory().resolve(Configuration.STATE_FILE);
            Optional<Position> saved = Files.exists(state) ? Position.saved(Files.readString(state)) : Optional.empty();
            if (saved.isEmpty() || saved.get().isKnown()) {
                return saved.orElse(Position.NONE);
            }
            Commands.Result recovery = Commands.run(command(List.of("--wsrep-recover")));
            return Position.recovered(recovery.output()).orElse(Position.NONE);
        } catch (IOException e) {
            throw new ClusterException(name() + ": how far it has come cannot be read: " + e, e);
        }
    }

    /** Writes a dead server's position into its file, and whether a cluster may begin with it. */
    void writePosition(Position position, boolean mayBegin) {
        try {
            machine().powerOn();
            Path state = dataDirectory().resolve(Configuration.STATE_FILE);
            Files.writeString(state, position.file(mayBegin));
            setup.user().give(state);
        } catch (IOException e) {
            throw new ClusterException(name() + ": how far it has come cannot be written: " + e, e);
        }
    }

    /** Returns the status variables of its membership, by name; empty if it does not answer. */
    Map<String, String> status() {
        try (var connection = connect();
                var statement = connection.createStatement();
                var rows = statement.executeQuery("SHOW STATUS LIKE 'wsrep_%'")) {
            var found = new TreeMap<String, String>();
            while (rows.next()) {
                found.put(rows.getString(1), String.valueOf(rows.getString(2)));
            }
            return found;
        } catch (SQLException noAnswer) {
            return Map.of();
        }
    }

    /**
     * Returns the first column of the first row of the answer; empty for no row, no result and NULL.
     *
     * @throws ClusterException if there is no answer within two seconds
     */
    String ask(String sql) {
        try (var connection = connect();
                var statement = connection.createStatement()) {
            if (!statement.execute(sql)) {
                return "";
            }
            try (var rows = statement.getResultSet()) {
                String answer = rows.next() ? rows.getString(1) : "";
                return answer == null ? "" : answer;
            }
        } catch (SQLException e) {
            String said = String.valueOf(e.getMessage()).lines().findFirst().orElse("");
            throw new ClusterException(name() + " does not answer '" + sql + "': " + said, e);
        }
    }

    /** Opens a connection past all links, with a socket timeout: a paused server does not even refuse. */
    private Connection connect() throws SQLException {
        var direct = setup.hosts().direct(index, port());
        var properties = new Properties();
        String millis = String.valueOf(TimeUnit.SECONDS.toMillis(ANSWER_SECONDS));
        properties.setProperty("user", MariadbTemplate.USER);
        properties.setProperty("password", setup.template().password());
        properties.setProperty("connectTimeout", millis);
        properties.setProperty("socketTimeout", millis);
        return DriverManager.getConnection(
                "jdbc:mariadb://" + direct.getAddress().getHostAddress() + ":" + direct.getPort() + "/", properties);
    }

    /**
     * Returns the first line in which the server, or the program that starts it, reports an error; without its time.
     */
    String complaint() {
        List<String> lines = logText().lines().filter(line -> !line.isBlank()).toList();
        return lines.stream()
                .filter(line -> line.contains("[ERROR]"))
                .findFirst()
                .or(() -> lines.reversed().stream().findFirst())
                .map(line -> line.replaceFirst("^.*\\[ERROR\\]\\s*", "").replaceFirst("^\\S*mariadbd: ", ""))
                .orElse("it said nothing");
    }
}
