package moirai.studies.refutation;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.DiagnosticCollector;
import javax.tools.FileObject;
import javax.tools.ForwardingJavaFileManager;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileManager;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.ToolProvider;
import moirai.studies.refutation.programs.RandomProgram;

/** The classes of programs, compiled together in memory. */
final class CompiledPrograms extends ClassLoader {

    private final Map<String, byte[]> classes;

    private CompiledPrograms(Map<String, byte[]> classes) {
        super(CompiledPrograms.class.getClassLoader());
        this.classes = Map.copyOf(classes);
    }

    /** The classes that could be compiled, and the first error of each program that could not. */
    record Compiled(CompiledPrograms classes, Map<String, String> refused) {}

    /** Compiles programs whose names differ. A program with an error is left out. */
    static Compiled of(Collection<RandomProgram> programs) {
        JavaCompiler compiler = ToolProvider.getSystemJavaCompiler();
        Map<String, RandomProgram> left = new TreeMap<>();
        programs.forEach(program -> left.put(program.name(), program));
        Map<String, String> refused = new TreeMap<>();
        while (!left.isEmpty()) {
            var found = new DiagnosticCollector<JavaFileObject>();
            Map<String, ByteArrayOutputStream> compiled = new HashMap<>();
            try (var files = new Memory(compiler.getStandardFileManager(found, Locale.ROOT, null), compiled)) {
                List<Source> sources = left.values().stream().map(Source::new).toList();
                if (Boolean.TRUE.equals(compiler.getTask(
                                null, files, found, List.of("-proc:none", "-nowarn", "-Xlint:none"), null, sources)
                        .call())) {
                    Map<String, byte[]> classes = new HashMap<>();
                    compiled.forEach((name, bytes) -> classes.put(name, bytes.toByteArray()));
                    return new Compiled(new CompiledPrograms(classes), refused);
                }
            } catch (IOException impossible) {
                throw new IllegalStateException("files in memory cannot be closed", impossible);
            }
            int before = left.size();
            found.getDiagnostics().forEach(error -> {
                if (error.getSource() instanceof Source source) {
                    left.remove(source.program);
                    refused.putIfAbsent(source.program, error.toString());
                }
            });
            if (left.size() == before) {
                throw new IllegalStateException("nothing can be compiled: " + found.getDiagnostics());
            }
        }
        return new Compiled(new CompiledPrograms(Map.of()), refused);
    }

    /** Returns the class of a program. */
    Class<?> of(RandomProgram program) {
        try {
            return loadClass(program.name());
        } catch (ClassNotFoundException absent) {
            throw new IllegalStateException(program.name() + " was not compiled", absent);
        }
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
        byte[] bytes = classes.get(name);
        if (bytes == null) {
            throw new ClassNotFoundException(name);
        }
        return defineClass(name, bytes, 0, bytes.length);
    }

    private static final class Source extends SimpleJavaFileObject {

        private final String program;
        private final String text;

        Source(RandomProgram program) {
            super(URI.create("string:///" + program.name() + ".java"), Kind.SOURCE);
            this.program = program.name();
            this.text = program.source();
        }

        @Override
        public CharSequence getCharContent(boolean ignoresErrors) {
            return text;
        }
    }

    private static final class Memory extends ForwardingJavaFileManager<StandardJavaFileManager> {

        private final Map<String, ByteArrayOutputStream> compiled;

        Memory(StandardJavaFileManager files, Map<String, ByteArrayOutputStream> compiled) {
            super(files);
            this.compiled = compiled;
        }

        @Override
        public JavaFileObject getJavaFileForOutput(
                JavaFileManager.Location place, String name, JavaFileObject.Kind kind, FileObject sibling) {
            return new SimpleJavaFileObject(URI.create("bytes:///" + name.replace('.', '/')), kind) {
                @Override
                public OutputStream openOutputStream() {
                    var bytes = new ByteArrayOutputStream();
                    compiled.put(name, bytes);
                    return bytes;
                }
            };
        }
    }
}
