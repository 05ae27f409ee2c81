package moirai.observation.beans;

import java.util.Map;

/** The started context of an application: the objects that a framework makes of its classes. */
sealed interface BeanContext extends AutoCloseable permits SpringContext, MicronautContext {

    /** Returns the class of each bean, by the bean's name; of a factory, that of what it makes. */
    Map<String, Class<?>> types();

    /** Returns a bean, which is made if nobody asked for it before. */
    Object bean(String name);

    @Override
    void close();
}
