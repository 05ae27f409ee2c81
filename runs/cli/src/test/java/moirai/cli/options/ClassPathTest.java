package moirai.cli.options;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.util.List;
import javax.tools.ToolProvider;
import moirai.exploration.program.Program;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import picocli.CommandLine;

class ClassPathTest {

    @TempDir
    private Path folder;

    /** The class of a library that Moirai has as well, in another version. */
    private ClassLoader withLibrary() throws IOException {
        Path source =
                Files.createDirectories(folder.resolve("it/unimi/dsi/fastutil")).resolve("Arrays.java");
        Files.writeString(source, """
                package it.unimi.dsi.fastutil;
                public final class Arrays {
                    public static String whose() {
                        return "the application's";
                    }
                }
                """);
        Files.writeString(source.resolveSibling("whose.txt"), "the application's");
        assertThat(ToolProvider.getSystemJavaCompiler().run(null, null, null, source.toString()))
                .isZero();
        return ClassPath.loader(List.of(folder));
    }

    @Test
    void aLibraryIsThatOfTheApplication() throws IOException, ReflectiveOperationException {
        ClassLoader loader = withLibrary();

        Class<?> found = loader.loadClass("it.unimi.dsi.fastutil.Arrays");

        assertThat(found.getMethod("whose").invoke(null)).isEqualTo("the application's");
        assertThat(loader.loadClass("it.unimi.dsi.fastutil.Arrays")).isSameAs(found);
    }

    @Test
    void whatTheApplicationHasNotIsMoirais() throws IOException, ReflectiveOperationException {
        ClassLoader loader = withLibrary();

        assertThat(loader.loadClass(Program.class.getName())).isSameAs(Program.class);
        assertThat(loader.loadClass(CommandLine.class.getName())).isSameAs(CommandLine.class);
        assertThat(loader.loadClass(Connection.class.getName())).isSameAs(Connection.class);
        assertThat(loader.getResource("it/unimi/dsi/fastutil/Hash.class")).isNotNull();
        assertThat(loader.getResource("it/unimi/dsi/fastutil/Arrays.class")).hasProtocol("file");
    }
}
