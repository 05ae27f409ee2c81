package moirai.observation.beans;

import java.lang.annotation.Annotation;
import java.lang.invoke.MethodType;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import moirai.observation.txns.ObservationException;

/**
 * The methods of beans that are transactions: those of the application's classes that {@code @Transactional} stands on
 * or on whose class it stands, and those of its repositories that are called from classes without transactions.
 *
 * @param loader of the application
 * @param types the classes of beans by name
 */
record BeanMethods(ApplicationPath path, ClassLoader loader, Map<String, Class<?>> types) {

    private static final List<String> ANNOTATIONS = List.of(
            "org.springframework.transaction.annotation.Transactional",
            "io.micronaut.transaction.annotation.Transactional",
            "jakarta.transaction.Transactional",
            "javax.transaction.Transactional");

    private static final List<String> REPOSITORIES =
            List.of("org.springframework.data.repository.Repository", "io.micronaut.data.repository.GenericRepository");

    /** The greatest number of annotations on annotations that are followed. */
    private static final int META_MAX = 3;

    BeanMethods {
        types = Map.copyOf(types);
    }

    /** A method of a bean that is a transaction. */
    record BeanMethod(String bean, Class<?> type, Method method) {

        /** Returns the class and the method, as {@code --txn} names them. */
        String label() {
            return type.getSimpleName() + "." + method.getName();
        }
    }

    /**
     * Returns all, or those that are named, which may be any public methods of beans; throws ObservationException if
     * there are none.
     */
    List<BeanMethod> chosen(List<String> names) {
        List<BeanMethod> all = names.isEmpty() ? all() : any();
        if (all.isEmpty()) {
            throw new ObservationException("no transactional method among " + own().size()
                    + " beans of the application; expected @Transactional on a public method of a bean or on its class,"
                    + " or a repository of Spring Data or Micronaut Data that the application calls");
        }
        for (String name : names) {
            if (all.stream().noneMatch(method -> isNamed(method, name))) {
                throw new ObservationException("no method '" + name
                        + "' of a bean; expected Class.method or method, * for any letters, as one of: "
                        + all().stream().map(BeanMethod::label).distinct().collect(Collectors.joining(", ")));
            }
        }
        return all.stream()
                .filter(method -> names.isEmpty() || names.stream().anyMatch(name -> isNamed(method, name)))
                .toList();
    }

    private static boolean isNamed(BeanMethod method, String pattern) {
        String regex = Pattern.quote(pattern).replace("*", "\\E.*\\Q");
        return method.method().getName().matches(regex) || method.label().matches(regex);
    }

    /** Returns the names of transactions: those of their methods, with their class if several have the same. */
    static Map<BeanMethod, String> names(List<BeanMethod> methods) {
        Map<BeanMethod, String> names = new HashMap<>();
        Map<String, Integer> numbers = new HashMap<>();
        for (BeanMethod one : methods) {
            String own = one.method().getName();
            boolean isAlone = methods.stream()
                    .allMatch(other -> other.type() == one.type()
                            || !other.method().getName().equals(own));
            String type = one.type().getSimpleName();
            String name = isAlone ? own : type.substring(0, 1).toLowerCase(Locale.ROOT) + type.substring(1) + "_" + own;
            int number = numbers.merge(name, 1, Integer::sum);
            names.put(one, number == 1 ? name : name + number);
        }
        return names;
    }

    private List<BeanMethod> all() {
        List<CalledMethods> callers = callers();
        return methods(
                (type, method) -> isRepository(type) ? isCalled(type, method, callers) : isTransactional(type, method));
    }

    private List<BeanMethod> any() {
        return methods((type, method) -> true);
    }

    private List<BeanMethod> methods(BiPredicate<Class<?>, Method> isWanted) {
        var all = new ArrayList<BeanMethod>();
        for (Map.Entry<String, Class<?>> bean : own()) {
            Arrays.stream(bean.getValue().getMethods())
                    .filter(method -> !Modifier.isStatic(method.getModifiers()) && !method.isSynthetic())
                    .filter(method -> method.getDeclaringClass() != Object.class)
                    .filter(method -> isWanted.test(bean.getValue(), method))
                    .sorted(Comparator.comparing(Method::getName)
                            .thenComparing(method -> Arrays.toString(method.getParameterTypes())))
                    .forEach(method -> all.add(new BeanMethod(bean.getKey(), bean.getValue(), method)));
        }
        return all;
    }

    /** Returns the beans whose classes are the application's own, each class once, by the names of classes. */
    private List<Map.Entry<String, Class<?>>> own() {
        List<String> names = path.classFiles().stream().map(path::className).toList();
        Map<String, Map.Entry<String, Class<?>>> own = new java.util.TreeMap<>();
        types.entrySet().stream().sorted(Map.Entry.comparingByKey()).forEach(bean -> {
            Class<?> type = plain(bean.getValue());
            if (names.contains(type.getName())) {
                own.putIfAbsent(type.getName(), Map.entry(bean.getKey(), type));
            }
        });
        return List.copyOf(own.values());
    }

    /** Returns the class of which a bean's class was generated. */
    private static Class<?> plain(Class<?> type) {
        Class<?> above = type.getSuperclass();
        return type.getName().contains("$$") && above != null ? plain(above) : type;
    }

    private boolean isRepository(Class<?> type) {
        return type.isInterface() && above(type).anyMatch(one -> REPOSITORIES.contains(one.getName()));
    }

    private static Stream<Class<?>> above(Class<?> type) {
        return Stream.concat(
                Stream.of(type),
                Stream.concat(Stream.ofNullable(type.getSuperclass()), Arrays.stream(type.getInterfaces()))
                        .flatMap(BeanMethods::above));
    }

    /** Returns what classes call that have no transactions themselves. */
    private List<CalledMethods> callers() {
        var callers = new ArrayList<CalledMethods>();
        for (Path file : path.ownFiles()) {
            if (!hasTransactions(path.className(file))) {
                callers.add(CalledMethods.of(file));
            }
        }
        return callers;
    }

    /** Returns whether a class has transactions itself; true as well if it cannot be loaded. */
    private boolean hasTransactions(String name) {
        try {
            Class<?> type = Class.forName(name, false, loader);
            return !type.isInterface()
                    && Arrays.stream(type.getDeclaredMethods()).anyMatch(method -> isTransactional(type, method));
        } catch (ClassNotFoundException | LinkageError unusable) {
            return true; // Libraries that the application names need not be there.
        }
    }

    private static boolean isCalled(Class<?> type, Method method, List<CalledMethods> callers) {
        String descriptor = MethodType.methodType(method.getReturnType(), method.getParameterTypes())
                .toMethodDescriptorString();
        return callers.stream()
                .anyMatch(
                        caller -> above(type).anyMatch(owner -> caller.contains(owner, method.getName(), descriptor)));
    }

    private static boolean isTransactional(Class<?> type, Method method) {
        return Modifier.isPublic(method.getModifiers())
                && (isMarked(method, META_MAX)
                        || (method.getDeclaringClass() != Object.class
                                && above(type).anyMatch(one -> isMarked(one, META_MAX)))
                        || above(type).anyMatch(one -> declares(one, method)));
    }

    private static boolean declares(Class<?> type, Method method) {
        try {
            return isMarked(type.getDeclaredMethod(method.getName(), method.getParameterTypes()), META_MAX);
        } catch (NoSuchMethodException none) {
            return false;
        }
    }

    private static boolean isMarked(AnnotatedElement element, int depth) {
        for (Annotation annotation : element.getAnnotations()) {
            Class<?> type = annotation.annotationType();
            boolean isJava = type.getName().startsWith("java.lang.");
            if (ANNOTATIONS.contains(type.getName()) || (depth > 0 && !isJava && isMarked(type, depth - 1))) {
                return true;
            }
        }
        return false;
    }
}
