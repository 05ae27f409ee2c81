package moirai.cli.options;

import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The path to a user's classes: jars, folders of classes, and {@code FOLDER/*} for all jars of a folder, as in Java.
 */
public final class ClassPath {

    private static final String JARS = "*";

    private ClassPath() {}

    /**
     * Returns the parts of a path as loaders take them; throws IllegalArgumentException for a part that is not there.
     */
    public static List<URL> urls(List<Path> path) {
        var urls = new ArrayList<URL>();
        for (Path part : path) {
            if (part.endsWith(JARS)) {
                urls.addAll(jars(part));
            } else if (Files.exists(part)) {
                urls.add(url(part));
            } else {
                throw new IllegalArgumentException("--classpath: " + part
                        + " does not exist; expected jars, folders of classes, and FOLDER/* for all jars of a folder");
            }
        }
        return urls;
    }

    /** Returns a loader of the classes of a path and of Moirai's own. */
    public static ClassLoader loader(List<Path> path) {
        return new URLClassLoader(urls(path).toArray(URL[]::new), ClassPath.class.getClassLoader());
    }

    private static List<URL> jars(Path all) {
        var jars = new ArrayList<Path>();
        try (DirectoryStream<Path> found = Files.newDirectoryStream(all.resolveSibling(""), "*.jar")) {
            found.forEach(jars::add);
        } catch (IOException none) {
            throw new IllegalArgumentException("--classpath: " + all + ": there is no such folder; expected one", none);
        }
        // Folders have no order, and of two versions of a class the first counts.
        return jars.stream().sorted().map(ClassPath::url).toList();
    }

    private static URL url(Path part) {
        try {
            return part.toUri().toURL();
        } catch (MalformedURLException impossible) {
            throw new IllegalArgumentException("--classpath: " + part + " cannot be used", impossible);
        }
    }
}
