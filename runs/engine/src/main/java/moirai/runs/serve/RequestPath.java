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

/** The path of a request, as names that cannot lead out of a folder. */
final class RequestPath {

    private RequestPath() {}

    /**
     * The names between the slashes, each decoded once and after the path was split, so that an encoded slash is part
     * of a name, and no name of a file. Empty if one of them is no plain name.
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

    /** Names with a dot first are of files that are being written, and of the two folders that lead elsewhere. */
    private static boolean isPlain(String name) {
        return !name.isEmpty()
                && !name.startsWith(".")
                && name.indexOf('/') < 0
                && name.indexOf('\\') < 0
                && name.chars().noneMatch(Character::isISOControl);
    }

    /** The regular file or folder below a folder, if there is one and no link leads to it, out of the folder or not. */
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
