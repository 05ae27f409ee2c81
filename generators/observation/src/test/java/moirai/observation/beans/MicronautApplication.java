package moirai.observation.beans;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import javax.tools.ToolProvider;

/**
 * A project as Micronaut's annotation processor leaves it, beside a stand-in for those methods of Micronaut that start
 * a context. The stand-in calls a listener of data sources and makes beans of generated classes, as Micronaut does.
 */
final class MicronautApplication {

    private static final Map<String, String> FRAMEWORK = Map.of(
            "io/micronaut/transaction/annotation/Transactional.java",
            """
            package io.micronaut.transaction.annotation;

            import java.lang.annotation.*;

            @Retention(RetentionPolicy.RUNTIME)
            public @interface Transactional {}
            """,
            "io/micronaut/core/type/Argument.java",
            """
            package io.micronaut.core.type;

            public record Argument(Class<?> type, Class<?>... parameters) {
                public static Argument of(Class<?> type, Class<?>... parameters) {
                    return new Argument(type, parameters);
                }
            }
            """,
            "io/micronaut/context/event/BeanCreatedEvent.java",
            """
            package io.micronaut.context.event;

            public record BeanCreatedEvent(Object bean) {
                public Object getBean() {
                    return bean;
                }
            }
            """,
            "io/micronaut/context/event/BeanCreatedEventListener.java",
            """
            package io.micronaut.context.event;

            public interface BeanCreatedEventListener {
                Object onCreated(BeanCreatedEvent event);
            }
            """,
            "io/micronaut/context/RuntimeBeanDefinition.java",
            """
            package io.micronaut.context;

            import io.micronaut.core.type.Argument;
            import java.util.function.Supplier;

            public record RuntimeBeanDefinition(Argument type, Supplier<?> supplier) {
                public static Builder builder(Argument type, Supplier<?> supplier) {
                    return new Builder(type, supplier);
                }

                public record Builder(Argument type, Supplier<?> supplier) {
                    public Builder singleton(boolean isSingleton) {
                        return this;
                    }

                    public RuntimeBeanDefinition build() {
                        return new RuntimeBeanDefinition(type, supplier);
                    }
                }
            }
            """,
            "io/micronaut/context/ApplicationContext.java",
            """
            package io.micronaut.context;

            import io.micronaut.context.event.*;
            import java.util.*;
            import javax.sql.DataSource;

            public class ApplicationContext {
                private final ClassLoader loader;
                private final Map<Class<?>, Object> beans = new LinkedHashMap<>();
                private BeanCreatedEventListener listener;

                ApplicationContext(ClassLoader loader) {
                    this.loader = loader;
                }

                public static Builder builder() {
                    return new Builder();
                }

                public static class Builder {
                    private ClassLoader loader;

                    public Builder classLoader(ClassLoader named) {
                        loader = named;
                        return this;
                    }

                    public Builder properties(Map<String, Object> properties) {
                        return this;
                    }

                    public ApplicationContext build() {
                        return new ApplicationContext(loader);
                    }
                }

                public ApplicationContext registerBeanDefinition(RuntimeBeanDefinition definition) {
                    if (definition.type().parameters()[0] == DataSource.class) {
                        listener = (BeanCreatedEventListener) definition.supplier().get();
                    }
                    return this;
                }

                public ApplicationContext start() throws Exception {
                    Object own = loader.loadClass("bank.OwnSource").getConstructor().newInstance();
                    Object source = listener.onCreated(new BeanCreatedEvent(own));
                    Class<?> bank = loader.loadClass("bank.$Bank$Definition$Intercepted");
                    beans.put(bank, bank.getConstructor(DataSource.class).newInstance(source));
                    return this;
                }

                public record Definition(Class<?> type) {
                    public Class<?> getBeanType() {
                        return type;
                    }
                }

                public Collection<Definition> getAllBeanDefinitions() {
                    return beans.keySet().stream().map(Definition::new).toList();
                }

                public <T> T getBean(Class<T> type) {
                    return type.cast(beans.values().stream().filter(type::isInstance).findFirst().orElseThrow());
                }

                public void close() {
                    beans.clear();
                }
            }
            """);

    private static final Map<String, String> BANK =
            Map.of("bank/OwnSource.java", """
            package bank;

            import java.io.PrintWriter;
            import java.sql.*;
            import java.util.logging.Logger;
            import javax.sql.DataSource;

            public class OwnSource implements DataSource {
                public String getJdbcUrl() { return "jdbc:postgresql://bank.invalid/bank"; }
                public Connection getConnection() throws SQLException { throw new SQLException("no such host"); }
                public Connection getConnection(String user, String password) throws SQLException {
                    return getConnection();
                }
                public PrintWriter getLogWriter() { return null; }
                public void setLogWriter(PrintWriter writer) {}
                public void setLoginTimeout(int seconds) {}
                public int getLoginTimeout() { return 0; }
                public Logger getParentLogger() { return Logger.getGlobal(); }
                public <T> T unwrap(Class<T> type) { return type.cast(this); }
                public boolean isWrapperFor(Class<?> type) { return type.isInstance(this); }
            }
            """, "bank/Bank.java", """
            package bank;

            import io.micronaut.transaction.annotation.Transactional;
            import java.sql.*;

            public class Bank {
                protected Connection connection;

                @Transactional
                public void withdraw(int id, int amount) throws SQLException {
                    int balance = balance(id);
                    if (balance >= amount) {
                        execute("UPDATE account SET balance = ? WHERE id = ?", balance - amount, id);
                    }
                }

                public int balance(int id) throws SQLException {
                    try (var query = connection.prepareStatement("SELECT balance FROM account WHERE id = ?")) {
                        query.setInt(1, id);
                        try (ResultSet found = query.executeQuery()) {
                            found.next();
                            return found.getInt(1);
                        }
                    }
                }

                private void execute(String sql, int... values) throws SQLException {
                    try (var statement = connection.prepareStatement(sql)) {
                        for (int i = 0; i < values.length; i++) {
                            statement.setInt(i + 1, values[i]);
                        }
                        statement.executeUpdate();
                    }
                }
            }
            """, "bank/$Bank$Definition$Intercepted.java", """
            package bank;

            import java.sql.*;
            import javax.sql.DataSource;

            public class $Bank$Definition$Intercepted extends Bank {
                private final DataSource source;

                public $Bank$Definition$Intercepted(DataSource source) throws SQLException {
                    this.source = source;
                    try (var made = source.getConnection(); var statement = made.createStatement()) {
                        statement.execute("CREATE TABLE account (id INTEGER PRIMARY KEY, balance INTEGER NOT NULL)");
                    }
                }

                @Override
                public void withdraw(int id, int amount) throws SQLException {
                    try (var opened = source.getConnection()) {
                        connection = opened;
                        connection.setAutoCommit(false);
                        super.withdraw(id, amount);
                        connection.commit();
                    }
                }
            }
            """);

    private MicronautApplication() {}

    /** Compiles the project, which names the stand-in as its only library. */
    static Path project(Path folder) {
        Path framework = folder.resolve("framework");
        compile(folder.resolve("src"), framework, FRAMEWORK, List.of());
        Path project = folder.resolve("bank");
        compile(
                project.resolve("src/main/java"),
                project.resolve("target/classes"),
                BANK,
                List.of("-cp", framework.toString()));
        write(project.resolve("classpath.txt"), framework.toString());
        return project;
    }

    private static void compile(Path sources, Path classes, Map<String, String> files, List<String> options) {
        var arguments = new ArrayList<>(List.of("-proc:none", "-parameters", "-d", classes.toString()));
        arguments.addAll(options);
        files.forEach((name, text) -> {
            write(sources.resolve(name), text);
            arguments.add(sources.resolve(name).toString());
        });
        int code = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
        assertThat(code).isZero();
    }

    private static void write(Path file, String text) {
        try {
            Files.createDirectories(file.getParent());
            Files.writeString(file, text);
        } catch (IOException refused) {
            throw new UncheckedIOException(refused);
        }
    }
}
