package moirai.observation.beans;

import static moirai.observation.beans.Reflected.call;
import static moirai.observation.beans.Reflected.called;
import static moirai.observation.beans.Reflected.handler;
import static moirai.observation.beans.Reflected.read;
import static moirai.observation.beans.Reflected.started;

import java.lang.reflect.Array;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The context of an application, in the versions of Spring and Spring Boot on its own class path. All that is called of
 * Spring is here, by reflection, since these versions are not known.
 */
final class SpringContext implements BeanContext {

    private static final String CONTEXT = "org.springframework.context.support.GenericXmlApplicationContext";

    private static final String ANNOTATED = "org.springframework.context.annotation.AnnotationConfigApplicationContext";

    /** What is set for Spring Boot: no server, only the beans that are asked for, and nothing kept between calls. */
    private static final List<String> SETTINGS = List.of(
            "--spring.main.web-application-type=none",
            "--spring.main.lazy-initialization=true",
            "--spring.main.banner-mode=off",
            "--spring.main.register-shutdown-hook=false",
            "--spring.cache.type=none",
            "--spring.jpa.database-platform=org.hibernate.dialect.H2Dialect",
            "--spring.jpa.properties.hibernate.dialect=org.hibernate.dialect.H2Dialect",
            "--spring.jpa.properties.hibernate.cache.use_second_level_cache=false",
            "--spring.jpa.properties.hibernate.cache.use_query_cache=false",
            "--spring.jpa.properties.hibernate.id.optimizer.pooled.preferred=none",
            "--spring.docker.compose.enabled=false");

    private final Object context;

    private SpringContext(Object context) {
        this.context = context;
    }

    /** A class loader with Spring, and what is done with the beans of an application. */
    record Start(ClassLoader loader, Hooks hooks) {}

    /**
     * What is done while a context starts.
     *
     * @param source what makes the data source that is there from the beginning, of the address that the application
     *     is set to; null if the application makes one itself
     * @param bean what takes the place of a bean
     */
    record Hooks(@Nullable UnaryOperator<Object> source, UnaryOperator<Object> bean) {}

    /** Starts an application of Spring Boot by its main class. */
    static SpringContext boot(Start start, Class<?> main) {
        return started(main.getName(), () -> {
            Class<?> application = start.loader().loadClass("org.springframework.boot.SpringApplication");
            Class<?> initializer =
                    start.loader().loadClass("org.springframework.context.ApplicationContextInitializer");
            Object made = application.getConstructor(Class[].class).newInstance((Object) new Class<?>[] {main});
            Object first = Proxy.newProxyInstance(
                    start.loader(),
                    new Class<?>[] {initializer},
                    handler(
                            arguments -> {
                                prepare(start, arguments[0]);
                                return null;
                            },
                            "initialize"));
            Object several = Array.newInstance(initializer, 1);
            Array.set(several, 0, first);
            call(made, "addInitializers", several);
            return new SpringContext(called(made, "run", (Object) SETTINGS.toArray(String[]::new)));
        });
    }

    /** Starts an application by its files of XML. */
    static SpringContext xml(Start start, List<Path> files) {
        return started(files.getFirst().getFileName().toString(), () -> {
            Object made = start.loader().loadClass(CONTEXT).getConstructor().newInstance();
            prepare(start, made);
            call(made, "load", (Object)
                    files.stream().map(file -> file.toUri().toString()).toArray(String[]::new));
            call(made, "refresh");
            return new SpringContext(made);
        });
    }

    /** Starts an application by its classes with beans. */
    static SpringContext annotated(Start start, List<Class<?>> configurations) {
        return started(configurations.getFirst().getName(), () -> {
            Object made = start.loader().loadClass(ANNOTATED).getConstructor().newInstance();
            prepare(start, made);
            call(made, "register", (Object) configurations.toArray(Class<?>[]::new));
            call(made, "refresh");
            return new SpringContext(made);
        });
    }

    private static void prepare(Start start, @Nullable Object context) throws ReflectiveOperationException {
        Object beans = call(context, "getBeanFactory");
        UnaryOperator<Object> first = start.hooks().source();
        if (first != null) {
            Object address = setting(context, "spring.datasource.url");
            Object source = first.apply(address);
            call(beans, "registerSingleton", "dataSource", source);
        }
        Class<?> processor = start.loader().loadClass("org.springframework.beans.factory.config.BeanPostProcessor");
        call(
                beans,
                "addBeanPostProcessor",
                Proxy.newProxyInstance(
                        start.loader(),
                        new Class<?>[] {processor},
                        handler(
                                arguments -> start.hooks().bean().apply(arguments[0]),
                                "postProcessAfterInitialization")));
    }

    @Override
    public Map<String, Class<?>> types() {
        return read(() -> {
            Map<String, Class<?>> types = new TreeMap<>();
            for (String name : (String[]) called(context, "getBeanDefinitionNames")) {
                if (call(context, "getType", name) instanceof Class<?> type) {
                    types.put(name, type);
                }
            }
            return types;
        });
    }

    @Override
    public Object bean(String name) {
        return read(() -> called(context, "getBean", name));
    }

    /** Returns a setting, or an empty text. */
    private static String setting(@Nullable Object context, String name) {
        return read(() -> String.valueOf(call(called(context, "getEnvironment"), "getProperty", name, "")));
    }

    /** Switches the cache of MyBatis off, if a bean is its factory of sessions. */
    static void withoutCache(Object bean) {
        if (bean.getClass().getName().startsWith("org.apache.ibatis.session.")) {
            read(() -> Optional.ofNullable(call(called(bean, "getConfiguration"), "setCacheEnabled", false)));
        }
    }

    @Override
    public void close() {
        read(() -> Optional.ofNullable(call(context, "close")));
    }
}
