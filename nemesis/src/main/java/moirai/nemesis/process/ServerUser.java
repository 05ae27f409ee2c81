package moirai.nemesis.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.nemesis.ClusterException;

/** The user as whom servers run: PostgreSQL and others refuse to run as root, and as a user without a name. */
public sealed interface ServerUser {

    /** The number of {@code nobody}, who has a name on every system. */
    int NOBODY = 65534;

    /** The caller itself, an ordinary user. */
    public record Caller() implements ServerUser {}

    /**
     * The caller, mapped to nobody by a user namespace with one entry. Files stay the caller's, the process keeps its
     * id, and no privilege is needed.
     */
    public record Mapped() implements ServerUser {}

    /** The user nobody itself, by a switch that only root can make; files must be given to it. */
    public record Switched() implements ServerUser {}

    /**
     * Finds out which of these users works here.
     *
     * @param probe a directory that the caller has just made, whose owner identifies the caller
     */
    public static ServerUser detect(Path probe) throws IOException {
        int uid = (Integer) Files.getAttribute(probe, "unix:uid");
        boolean named = !Files.getOwner(probe).getName().equals(String.valueOf(uid));
        if (uid != 0 && named) {
            return new Caller();
        }
        var mapped = Commands.run(new Mapped().command("true"));
        if (mapped.succeeded()) {
            return new Mapped();
        }
        var switched = Commands.run(new Switched().command("true"));
        if (switched.succeeded()) {
            return new Switched();
        }
        throw new ClusterException("database servers do not run as "
                + (uid == 0 ? "root" : "user " + uid + ", who has no name")
                + ", and no other user can be had: unshare says '" + mapped.lastLine() + "', setpriv says '"
                + switched.lastLine() + "'; run as an ordinary user, or use --url with a server that runs already");
    }

    /** Returns the command line that runs this program as that user. */
    default List<String> command(String... program) {
        var prefix = switch (this) {
            case Caller caller -> List.<String>of();
            case Mapped mapped -> List.of("unshare", "-U", "--map-user=" + NOBODY, "--map-group=" + NOBODY);
            case Switched switched -> List.of("setpriv", "--reuid=" + NOBODY, "--regid=" + NOBODY, "--clear-groups");
        };
        var command = new ArrayList<>(prefix);
        command.addAll(List.of(program));
        return List.copyOf(command);
    }

    /** Returns whether the server's files belong to a user other than the caller. */
    default boolean isForeign() {
        return switch (this) {
            case Caller caller -> false;
            case Mapped mapped -> false;
            case Switched switched -> true;
        };
    }

    /** Gives the tree to the user, if it is not the owner already. */
    default void give(Path tree) throws IOException {
        if (!isForeign()) {
            return;
        }
        try (Stream<Path> paths = Files.walk(tree)) {
            for (Path path : (Iterable<Path>) paths::iterator) {
                Files.setAttribute(path, "unix:uid", NOBODY);
                Files.setAttribute(path, "unix:gid", NOBODY);
            }
        }
    }
}
