package moirai.observation.beans;

import static moirai.observation.beans.Reflected.call;
import static moirai.observation.beans.Reflected.called;
import static moirai.observation.beans.Reflected.handler;
import static moirai.observation.beans.Reflected.read;
import static moirai.observation.beans.Reflected.started;

import java.lang.reflect.Proxy;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import javax.sql.DataSource;
import moirai.observation.txns.ObservationException;

/**
 * The context of an application of Micronaut, from version 4 on, without its server. Its beans were made known when it
 * was compiled; of each class of beans there has to be one.
 */
final class MicronautContext implements BeanContext {

    /** A class by which an application of Micronaut is recognised. */
    static final String CONTEXT = "io.micronaut.context.ApplicationContext";

    /** The settings keep nothing between calls, and let pools wait for nobody, since they are not used. */
    private static final Map<String, Object> SETTINGS = Map.of(
            "noop-cache.enabled",
            true,
            "datasources.default.initialization-fail-timeout",
            -1,
            "datasources.default.minimum-idle",
            0,
            "jpa.default.properties.hibernate.dialect",
            "org.hibernate.dialect.H2Dialect",
            "jpa.default.properties.hibernate.cache.use_second_level_cache",
            false,
            "jpa.default.properties.hibernate.cache.use_query_cache",
            false,
            "jpa.default.properties.hibernate.id.optimizer.pooled.preferred",
            "none");

    private final Object context;
    private final Map<String, Class<?>> types;

    private MicronautContext(Object context, Map<String, Class<?>> types) {
        this.context = context;
        this.types = Map.copyOf(types);
    }

    /**
     * Starts an application.
     *
     * @param instead what takes the place of a data source
     */
    static MicronautContext of(String name, ClassLoader loader, UnaryOperator<Object> instead) {
        return started(name, () -> {
            Object builder = loader.loadClass(CONTEXT).getMethod("builder").invoke(null);
            call(builder, "classLoader", loader);
            call(builder, "properties", SETTINGS);
            Object context = called(builder, "build");
            call(context, "registerBeanDefinition", listener(loader, instead));
            call(context, "start");
            Map<String, Class<?>> types = new TreeMap<>();
            for (Object definition : (Collection<?>) called(context, "getAllBeanDefinitions")) {
                if (call(definition, "getBeanType") instanceof Class<?> type) {
                    Class<?> plain = plain(type);
                    types.put(plain.getName(), plain);
                }
            }
            return new MicronautContext(context, types);
        });
    }

    /** Returns the definition of a bean that is told of each data source, and puts another one in its place. */
    private static Object listener(ClassLoader loader, UnaryOperator<Object> instead)
            throws ReflectiveOperationException {
        Class<?> listener = loader.loadClass("io.micronaut.context.event.BeanCreatedEventListener");
        Class<?> argument = loader.loadClass("io.micronaut.core.type.Argument");
        Object ofSources = argument.getMethod("of", Class.class, Class[].class)
                .invoke(null, listener, new Class<?>[] {DataSource.class});
        Object made = Proxy.newProxyInstance(
                loader,
                new Class<?>[] {listener},
                handler(arguments -> instead.apply(called(arguments[0], "getBean")), "onCreated"));
        Supplier<Object> supplier = () -> made;
        Object builder = loader.loadClass("io.micronaut.context.RuntimeBeanDefinition")
                .getMethod("builder", argument, Supplier.class)
                .invoke(null, ofSources, supplier);
        return called(called(builder, "singleton", true), "build");
    }

    /** Returns the class or the interface of which the class of a bean was generated. */
    private static Class<?> plain(Class<?> type) {
        if (!isGenerated(type.getName())) {
            return type;
        }
        Class<?> above = type.getSuperclass();
        Class<?>[] interfaces = type.getInterfaces();
        return above != Object.class && above != null ? plain(above) : interfaces.length == 0 ? type : interfaces[0];
    }

    /** Returns whether a class, by its full name, was generated when the application was compiled. */
    static boolean isGenerated(String name) {
        String simple = name.substring(name.lastIndexOf('.') + 1);
        return simple.startsWith("$") || simple.contains("$Intercepted");
    }

    @Override
    public Map<String, Class<?>> types() {
        return types;
    }

    @Override
    public Object bean(String name) {
        Class<?> type = Optional.<Class<?>>ofNullable(types.get(name))
                .orElseThrow(
                        () -> new ObservationException("no bean of class " + name + "; expected a class of beans"));
        return read(() -> called(context, "getBean", type));
    }

    @Override
    public void close() {
        read(() -> Optional.ofNullable(call(context, "close")));
    }
}
