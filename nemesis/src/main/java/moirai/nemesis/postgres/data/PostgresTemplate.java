package moirai.nemesis.postgres.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Passwords;
import moirai.nemesis.process.StateDirectory;

/**
 * An initialised data directory that no server ever ran on: a copy of it takes a tenth of the time of initdb.
 *
 * @param password of the superuser: without one, other users of the machine would have the rights of the server's owner
 */
public record PostgresTemplate(Path data, String password) {

    public static final String SUPERUSER = "postgres";

    /** The first major version whose pages have checksums unless told otherwise. */
    private static final int CHECKED_SINCE = 18;

    /**
     * Makes the template, unless that was done before.
     *
     * @param name of the programs, unique for each version of them
     * @param initdb one of these programs
     */
    public static PostgresTemplate make(StateDirectory state, String name, Path initdb) throws IOException {
        return make(state, name, initdb, List.of());
    }

    /**
     * Makes a template with or without checksums of pages, unless that was done before.
     *
     * @param major the major version of the programs, which decides what they do if they are not told
     */
    public static PostgresTemplate make(StateDirectory state, String name, Path initdb, int major, boolean isChecked)
            throws IOException {
        boolean isUsual = major >= CHECKED_SINCE;
        if (isChecked == isUsual) {
            return make(state, isChecked ? name : name + "-unchecked", initdb);
        }
        return isChecked
                ? make(state, name, initdb, List.of("--data-checksums"))
                : make(state, name + "-unchecked", initdb, List.of("--no-data-checksums"));
    }

    private static PostgresTemplate make(StateDirectory state, String name, Path initdb, List<String> arguments)
            throws IOException {
        var root = state.once("template-" + name, directory -> initialise(state, initdb, arguments, directory));
        return new PostgresTemplate(root.resolve("data"), Files.readString(root.resolve("password")));
    }

    private static void initialise(StateDirectory state, Path initdb, List<String> arguments, Path directory)
            throws IOException {
        var password = Passwords.write(directory.resolve("password"));
        var data = Files.createDirectory(directory.resolve("data"));
        state.user().give(directory);
        var command = new ArrayList<>(List.of(
                initdb.toString(),
                "--pgdata=" + data,
                "--username=" + SUPERUSER,
                "--auth=scram-sha-256",
                "--pwfile=" + password,
                "--no-sync",
                "--locale=C",
                "--encoding=UTF8"));
        command.addAll(arguments);
        var made = Commands.run(state.user().command(command.toArray(String[]::new)));
        if (!made.succeeded()) {
            throw new ClusterException(initdb + " failed: " + made.lastLine());
        }
    }
}
