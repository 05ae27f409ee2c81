package moirai.runs.serve;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A parser of a request's path into names that cannot lead out of a folder. */
final class RequestPath {

    private RequestPath() {}

    /**
     * Returns the names between the slashes. Each is decoded once and after the path was split, so that an encoded
     * slash is part of a name, and then no name of a file. Empty if one of them is not a plain name.
     */
    static List<String> segments(String rawPath) {
        var names = new ArrayList<String>();
        for (String raw : rawPath.substring(1).split("/", -1)) {
            String name;
            try {
                name = URLDecoder.decode(raw.replace("+", "%2B"), StandardCharsets.UTF_8);
            } catch (IllegalArgumentException malformed) {
                return List.of();
            }
            if (!isPlain(name)) {
                return List.of();
            }
            names.add(name);
        }
        return List.copyOf(names);
    }

    /**
     * Returns whether a name may be served. Names that begin with a dot belong to files that are being written, and to
     * the two folders that lead elsewhere.
     */
    private static boolean isPlain(String name) {
        return !name.isEmpty()
                && !name.startsWith(".")
                && name.indexOf('/') < 0
                && name.indexOf('\\') < 0
                && name.chars().noneMatch(Character::isISOControl);
    }

    /**
     * Returns the regular file or folder below a folder; empty if there is none, or if any link leads to it, out of the
     * folder or not.
     */
    static Optional<Path> below(Path folder, List<String> names) {
        Path path = folder;
        try {
            for (String name : names) {
                path = path.resolve(name);
                boolean isThere = Files.isDirectory(path, LinkOption.NOFOLLOW_LINKS)
                        || Files.isRegularFile(path, LinkOption.NOFOLLOW_LINKS);
                if (!isThere) {
                    return Optional.empty();
                }
            }
        } catch (InvalidPathException foreign) {
            return Optional.empty();
        }
        return Optional.of(path);
    }
}
