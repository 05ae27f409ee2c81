package moirai.observation.classes;

import java.net.URL;
import java.net.URLClassLoader;
import java.util.List;

/**
 * Loads the classes of an application. The application has the libraries of its own class path. Of Moirai it sees
 * {@code moirai.observation} alone, so that it meets no other version of a library than its own.
 */
public final class ApplicationLoader {

    private static final String SHARED = "moirai.observation.";

    private ApplicationLoader() {}

    /** Returns a loader for these jars and folders; for none, the loader of Moirai's own classes. */
    public static ClassLoader of(List<URL> path) {
        ClassLoader own = ApplicationLoader.class.getClassLoader();
        return path.isEmpty() ? own : new URLClassLoader(path.toArray(URL[]::new), new Shared(own));
    }

    /** The loader of the Java platform, and of the classes that applications and Moirai share. */
    private static final class Shared extends ClassLoader {

        private final ClassLoader own;

        Shared(ClassLoader own) {
            super(getPlatformClassLoader());
            this.own = own;
        }

        @Override
        protected Class<?> findClass(String name) throws ClassNotFoundException {
            if (name.startsWith(SHARED)) {
                return own.loadClass(name);
            }
            throw new ClassNotFoundException(name);
        }
    }
}
