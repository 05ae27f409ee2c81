package moirai.observation.beans;

import java.lang.annotation.Annotation;
import java.lang.reflect.Modifier;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.directed.program.Origin;
import moirai.observation.Observer;
import moirai.observation.classes.ApplicationLoader;
import moirai.observation.classes.ArgumentSizes;
import moirai.observation.classes.ClassOptions;
import moirai.observation.txns.ObservationException;
import moirai.observation.txns.ObservedTxn;
import moirai.sources.Translation;
import moirai.sources.diagnostic.Diagnostics;

/**
 * An application of Spring or Micronaut that is given by the folder of its classes or its project. Its context starts
 * with a database of ours in the place of its own: its tables are made as it makes them itself. An embedded database of
 * its own, which only lives in memory, stays and is recorded.
 */
public final class ObservedBeans {

    private static final String CONTEXT = "org.springframework.context.ApplicationContext";

    private static final List<String> BOOT = List.of(
            "org.springframework.boot.autoconfigure.SpringBootApplication",
            "org.springframework.boot.autoconfigure.EnableAutoConfiguration");

    private static final String CONFIGURATION = "org.springframework.context.annotation.Configuration";

    private final ApplicationPath path;
    private final ClassLoader loader;
    private final boolean isMicronaut;

    private ObservedBeans(ApplicationPath path, ClassLoader loader, boolean isMicronaut) {
        this.path = path;
        this.loader = loader;
        this.isMicronaut = isMicronaut;
    }

    /** A framework that makes the beans of an application. */
    public enum Framework {
        SPRING("Spring", CONTEXT),
        MICRONAUT("Micronaut", MicronautContext.CONTEXT);

        private final String label;

        /** A class by which its applications are recognised. */
        private final String type;

        Framework(String label, String type) {
            this.label = label;
            this.type = type;
        }

        private Framework other() {
            return this == SPRING ? MICRONAUT : SPRING;
        }
    }

    /**
     * Finds an application; throws ObservationException if there is none, or the framework is not among its libraries.
     *
     * @param libraries none to look for them beside the classes
     */
    public static ObservedBeans of(Framework framework, Path folder, List<URL> libraries) {
        ApplicationPath path = ApplicationPath.of(folder, libraries);
        ClassLoader loader = ApplicationLoader.of(path.urls());
        if (!has(loader, framework.type)) {
            String among = " among the " + path.libraries().size() + " libraries of " + folder;
            throw new ObservationException(
                    has(loader, framework.other().type)
                            ? "no " + framework.label + among + ", but " + framework.other().label
                                    + "; expected the option for that"
                            : "neither Spring nor Micronaut" + among + "; expected spring-context or micronaut-inject,"
                                    + " as one of --classpath or of the project's libraries");
        }
        return new ObservedBeans(path, loader, framework == Framework.MICRONAUT);
    }

    private static boolean has(ClassLoader loader, String type) {
        try {
            return loader.loadClass(type) != null;
        } catch (ClassNotFoundException none) {
            return false;
        }
    }

    /**
     * Starts the application, runs its transactions and makes a program of them. A transaction that cannot be observed
     * is left out.
     *
     * @throws ObservationException if the application does not start, or none of its transactions can be observed
     */
    public Translation observe(ClassOptions options) {
        Thread thread = Thread.currentThread();
        ClassLoader before = thread.getContextClassLoader();
        thread.setContextClassLoader(loader);
        Set<String> own = path.ownFiles().stream().map(path::className).collect(Collectors.toSet());
        try (var sources = new ApplicationSource(own::contains, options);
                BeanContext context = context(sources)) {
            return observed(context, sources, options);
        } finally {
            thread.setContextClassLoader(before);
        }
    }

    private BeanContext context(ApplicationSource sources) {
        if (isMicronaut) {
            return MicronautContext.of(path.root().getFileName().toString(), loader, sources::instead);
        }
        List<Class<?>> own = path.classFiles().stream()
                .map(path::className)
                .flatMap(name -> load(name).stream())
                .filter(type -> !type.isInterface() && !Modifier.isAbstract(type.getModifiers()))
                .toList();
        Optional<Class<?>> boot = own.stream()
                .filter(type -> BOOT.stream().anyMatch(name -> isMarked(type, name)))
                .findFirst();
        if (boot.isPresent()) {
            var hooks = new SpringContext.Hooks(sources::first, sources::instead);
            return SpringContext.boot(new SpringContext.Start(loader, hooks), boot.get());
        }
        var start = new SpringContext.Start(loader, new SpringContext.Hooks(null, sources::instead));
        List<Path> files = files();
        if (!files.isEmpty()) {
            return SpringContext.xml(start, files);
        }
        List<Class<?>> configurations =
                own.stream().filter(type -> isMarked(type, CONFIGURATION)).toList();
        if (configurations.isEmpty()) {
            throw new ObservationException("no configuration of Spring in " + path.root()
                    + "; expected a class with @SpringBootApplication or @Configuration, or applicationContext.xml");
        }
        return SpringContext.annotated(start, configurations);
    }

    /** Returns the files of XML by which web applications start. */
    private List<Path> files() {
        return Stream.concat(path.classes().stream(), Stream.of(path.root().resolve("src/main/webapp/WEB-INF")))
                .filter(Files::isDirectory)
                .flatMap(folder -> ApplicationPath.found(folder, Integer.MAX_VALUE, ".xml").stream())
                .filter(file -> file.getFileName().toString().startsWith("applicationContext"))
                .toList();
    }

    private Optional<Class<?>> load(String name) {
        try {
            return Optional.of(Class.forName(name, false, loader));
        } catch (ClassNotFoundException | LinkageError unusable) {
            return Optional.empty(); // Libraries that it needs may be optional.
        }
    }

    private static boolean isMarked(Class<?> type, String name) {
        return Arrays.stream(type.getAnnotations())
                .map(Annotation::annotationType)
                .anyMatch(annotation -> annotation.getName().equals(name));
    }

    private Translation observed(BeanContext context, ApplicationSource sources, ClassOptions options) {
        List<BeanMethods.BeanMethod> chosen = new BeanMethods(path, loader, context.types()).chosen(options.txns());
        Map<BeanMethods.BeanMethod, String> names = BeanMethods.names(chosen);
        var diagnostics = new Diagnostics();
        var txns = new ArrayList<ObservedTxn>();
        for (BeanMethods.BeanMethod method : chosen) {
            Origin origin = path.origin(method.type(), method.method().getName());
            try {
                txns.addAll(BeanCall.of(context.bean(method.bean()), method)
                        .txns(names.getOrDefault(method, method.label()), origin));
            } catch (ObservationException unfit) {
                diagnostics.leftOut(origin, "method " + method.label(), String.valueOf(unfit.getMessage()));
            }
        }
        return new Observer(sources.recorded(), options.options())
                .observeAll(path.root().getFileName().toString(), ArgumentSizes.of(txns, options.sizes()), diagnostics);
    }
}
