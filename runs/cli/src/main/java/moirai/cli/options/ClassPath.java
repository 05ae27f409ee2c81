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

    /**
     * Returns a loader of the classes of a path and of Moirai's own. A library that both have is that of the path:
     * Moirai has another version of it, and only the classes that it needs itself.
     */
    public static ClassLoader loader(List<Path> path) {
        return new PathFirst(urls(path).toArray(URL[]::new));
    }

    /** Asks the Java platform first, then for Moirai's own classes Moirai, then the path, then Moirai. */
    private static final class PathFirst extends URLClassLoader {

        private static final String OWN = "moirai.";

        PathFirst(URL[] urls) {
            super(urls, ClassPath.class.getClassLoader());
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            synchronized (getClassLoadingLock(name)) {
                Class<?> found = findLoadedClass(name);
                return found != null || name.startsWith(OWN) || isOfPlatform(name)
                        ? super.loadClass(name, resolve)
                        : ofPath(name, resolve);
            }
        }

        private static boolean isOfPlatform(String name) {
            return getPlatformClassLoader().getResource(file(name)) != null;
        }

        private Class<?> ofPath(String name, boolean resolve) throws ClassNotFoundException {
            return findResource(file(name)) == null ? super.loadClass(name, resolve) : findClass(name);
        }

        private static String file(String name) {
            return name.replace('.', '/') + ".class";
        }

        @Override
        public URL getResource(String name) {
            URL found = findResource(name);
            return found == null ? super.getResource(name) : found;
        }
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
