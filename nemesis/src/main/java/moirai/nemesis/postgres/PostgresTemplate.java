package moirai.nemesis.postgres;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Passwords;
import moirai.nemesis.process.StateDirectory;

/**
 * An initialised data directory that no server ever ran on: a copy of it takes a tenth of the time of initdb.
 *
 * @param password of the superuser: on a machine with other users, a server without one would lend them its owner's
 *     rights
 */
record PostgresTemplate(Path data, String password) {

    static final String SUPERUSER = "postgres";

    /** Makes the template for these binaries, unless that was done before. */
    static PostgresTemplate make(StateDirectory state, PostgresBinaries binaries) throws IOException {
        var root = state.once("template-" + binaries.name(), directory -> initialise(state, binaries, directory));
        return new PostgresTemplate(root.resolve("data"), Files.readString(root.resolve("password")));
    }

    private static void initialise(StateDirectory state, PostgresBinaries binaries, Path directory) throws IOException {
        var password = Passwords.write(directory.resolve("password"));
        var data = Files.createDirectory(directory.resolve("data"));
        state.user().give(directory);
        var initdb = Commands.run(state.user()
                .command(
                        binaries.program("initdb").toString(),
                        "--pgdata=" + data,
                        "--username=" + SUPERUSER,
                        "--auth=scram-sha-256",
                        "--pwfile=" + password,
                        "--no-sync",
                        "--locale=C",
                        "--encoding=UTF8"));
        if (!initdb.succeeded()) {
            throw new ClusterException("initdb of the embedded PostgreSQL failed: " + initdb.lastLine());
        }
    }
}
