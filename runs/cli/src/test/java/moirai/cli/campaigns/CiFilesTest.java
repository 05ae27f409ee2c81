package moirai.cli.campaigns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.cli.Cli;
import org.codehaus.groovy.ast.CodeVisitorSupport;
import org.codehaus.groovy.ast.expr.ClosureExpression;
import org.codehaus.groovy.ast.expr.ConstantExpression;
import org.codehaus.groovy.ast.expr.Expression;
import org.codehaus.groovy.ast.expr.MethodCallExpression;
import org.codehaus.groovy.ast.expr.TupleExpression;
import org.codehaus.groovy.ast.stmt.BlockStatement;
import org.codehaus.groovy.ast.stmt.ExpressionStatement;
import org.codehaus.groovy.ast.stmt.Statement;
import org.codehaus.groovy.control.CompilationFailedException;
import org.codehaus.groovy.control.CompilationUnit;
import org.codehaus.groovy.control.Phases;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.snakeyaml.engine.v2.api.Load;
import org.snakeyaml.engine.v2.api.LoadSettings;

/**
 * The campaigns for CI servers: their commands are commands of Moirai, and the pipeline of Jenkins is Groovy with the
 * sections of a declarative one. Linters and schemas are in {@code scripts/check-ci-files}.
 */
class CiFilesTest {

    private static final Path FOLDER = Path.of("../../scripts/ci");

    private static final String JENKINS = "Jenkinsfile";
    private static final String MOIRAI = "java -jar moirai.jar ";

    private static String text(String file) throws IOException {
        return Files.readString(FOLDER.resolve(file));
    }

    /** A server that has another name for a variable than this shell would show it as an empty argument. */
    @ParameterizedTest
    @ValueSource(strings = {"github-actions.yml", "gitlab-ci.yml", JENKINS})
    void everyCommandIsOneOfMoirai(String file) throws IOException {
        List<List<String>> commands = commands(file);

        assertThat(commands).extracting(command -> command.get(1)).containsExactly("run", "merge");
        assertThat(commands).allSatisfy(command -> {
            var arguments = new ArrayList<>(command);
            arguments.add("--help");
            Cli.Ended help = Cli.plain().run(arguments.toArray(String[]::new));
            assertThat(help.code()).as(command + help.err()).isZero();
        });
    }

    @Test
    void thePipelineOfJenkinsHasTheSectionsOfADeclarativeOne() throws IOException {
        BlockStatement whole = parsed(text(JENKINS));

        assertThat(calls(whole))
                .extracting(MethodCallExpression::getMethodAsString)
                .containsExactly("pipeline");
        List<MethodCallExpression> sections = calls(body(calls(whole).getFirst()));
        assertThat(sections)
                .extracting(MethodCallExpression::getMethodAsString)
                .containsExactly("agent", "triggers", "options", "environment", "stages", "post");
        assertThat(calls(body(sections.get(4))))
                .extracting(MethodCallExpression::getMethodAsString)
                .containsExactly("stage");
    }

    @Test
    void aPipelineThatIsNotGroovyIsNoticed() throws IOException {
        String broken = text(JENKINS).replaceFirst("\\}\\s*$", "");

        assertThatThrownBy(() -> parsed(broken)).isInstanceOf(CompilationFailedException.class);
    }

    /** The number of shards stands twice in a pipeline of Jenkins, which cannot count the values of an axis. */
    @Test
    void jenkinsRunsAsManyShardsAsItJoins() throws IOException {
        assertThat(text(JENKINS)).contains("SHARDS = '4'", "values '1', '2', '3', '4'");
    }

    /** Returns the arguments of each call of Moirai in a file, with a value for each variable. */
    private static List<List<String>> commands(String file) throws IOException {
        List<String> scripts = file.equals(JENKINS)
                ? constants(parsed(text(file)))
                : scalars(new Load(LoadSettings.builder().build()).loadFromString(text(file)))
                        .toList();
        return scripts.stream()
                .flatMap(script -> script.replaceAll("\\\\\n\\s*", "").lines())
                .filter(line -> line.contains(MOIRAI))
                .map(line -> line.substring(line.indexOf(MOIRAI) + MOIRAI.length())
                        .replaceFirst(" \\|\\| .*", "")
                        .replaceAll("\"\\$(MOIRAI_)?BUDGET\"", "45m")
                        .replaceAll("\"[^\" ]*\"", "x"))
                .map(line -> List.of(line.strip().split(" +", -1)))
                .toList();
    }

    private static Stream<String> scalars(@Nullable Object node) {
        return switch (node) {
            case null -> Stream.empty();
            case Map<?, ?> map -> map.values().stream().flatMap(CiFilesTest::scalars);
            case List<?> list -> list.stream().flatMap(CiFilesTest::scalars);
            case String text -> Stream.of(text);
            default -> Stream.empty();
        };
    }

    private static BlockStatement parsed(String groovy) {
        var unit = new CompilationUnit();
        unit.addSource(JENKINS, groovy);
        unit.compile(Phases.CONVERSION);
        return unit.getAST().getModules().getFirst().getStatementBlock();
    }

    private static List<MethodCallExpression> calls(Statement block) {
        return ((BlockStatement) block)
                .getStatements().stream()
                        .map(statement -> (MethodCallExpression) ((ExpressionStatement) statement).getExpression())
                        .toList();
    }

    /** Returns the closure in braces after a call. */
    private static Statement body(MethodCallExpression call) {
        List<Expression> arguments = ((TupleExpression) call.getArguments()).getExpressions();
        return ((ClosureExpression) arguments.getLast()).getCode();
    }

    private static List<String> constants(Statement block) {
        var constants = new ArrayList<String>();
        block.visit(new CodeVisitorSupport() {
            @Override
            public void visitConstantExpression(ConstantExpression expression) {
                constants.add(String.valueOf(expression.getValue()));
            }
        });
        return constants;
    }
}
