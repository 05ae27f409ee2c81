package moirai.nemesis.mariadb;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import moirai.nemesis.ClusterException;
import moirai.nemesis.process.Commands;
import moirai.nemesis.process.Passwords;
import moirai.nemesis.process.StateDirectory;

/**
 * An initialised data directory that no server ever ran on, with one user and one empty database.
 *
 * @param password of the user: without one, other users of the machine would have the rights of the server's owner
 */
record MariadbTemplate(Path data, String password) {

    static final String USER = "moirai";

    static final String DATABASE = "moirai";

    /** The size of the log; the default would be most of what a node takes on the disk. */
    static final String LOG_SIZE = "16M";

    /** Makes the template for these programs, unless that was done before. */
    static MariadbTemplate make(StateDirectory state, MariadbPrograms programs) throws IOException {
        var root = state.once("template-" + programs.name(), directory -> initialise(state, programs, directory));
        return new MariadbTemplate(root.resolve("data"), Files.readString(root.resolve("password")));
    }

    private static void initialise(StateDirectory state, MariadbPrograms programs, Path directory) throws IOException {
        Path password = Passwords.write(directory.resolve("password"));
        Path data = Files.createDirectory(directory.resolve("data"));
        Path users = Passwords.ownerOnly(directory.resolve("users.sql"), users(Files.readString(password)));
        state.user().give(directory);
        Commands.Result installed = Commands.run(state.user()
                .command(
                        programs.installer().toString(),
                        "--no-defaults",
                        "--datadir=" + data,
                        "--innodb-log-file-size=" + LOG_SIZE,
                        "--auth-root-authentication-method=normal",
                        "--skip-test-db",
                        "--skip-name-resolve",
                        "--extra-file=" + users));
        Files.deleteIfExists(users);
        if (!installed.succeeded()) {
            throw new ClusterException("mariadb-install-db failed: " + installed.lastLine());
        }
    }

    /** Returns the statements that make one user, which may do anything from anywhere: a server's address is local. */
    private static String users(String password) {
        return String.join(
                "\n",
                "FLUSH PRIVILEGES;",
                "CREATE USER " + USER + "@'%' IDENTIFIED BY '" + password + "';",
                "GRANT ALL ON *.* TO " + USER + "@'%' WITH GRANT OPTION;",
                "DELETE FROM mysql.global_priv WHERE User NOT IN ('" + USER + "', 'mariadb.sys');",
                "CREATE DATABASE " + DATABASE + ";",
                "");
    }
}
