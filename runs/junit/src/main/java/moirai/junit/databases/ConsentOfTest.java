package moirai.junit.databases;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import moirai.clients.Endpoint;
import moirai.clients.jdbc.Server;
import moirai.clients.jdbc.consent.JdbcConsent;
import moirai.clients.jdbc.dialects.EmbeddedDialect;
import moirai.runs.consent.GuardRails;
import moirai.runs.consent.ProductionNames;
import moirai.runs.consent.Refusal;
import moirai.runs.consent.RefusedException;
import moirai.runs.consent.Terms;
import moirai.runs.report.ShellLine;

/** The consent to write to a database that a test has not made: the mark that {@code moirai run --url} asks for. */
public final class ConsentOfTest {

    /**
     * The permissions of an annotation.
     *
     * @param annotation its name
     * @param names that only look like production
     * @param allowsSuperuser whether a superuser may be the user
     * @param allowsShared whether the database may have tables that are not Moirai's
     * @param longest the longest time for which the database is used
     */
    public record Permissions(
            String annotation, List<String> names, boolean allowsSuperuser, boolean allowsShared, Duration longest) {

        public Permissions {
            names = List.copyOf(names);
        }
    }

    private static final String OWNER = "MOIRAI_OWNER";

    /** The time allowed for the steps before and after the run itself. */
    private static final Duration AROUND = Duration.ofMinutes(1);

    private ConsentOfTest() {}

    /**
     * Requires that the database may be written to.
     *
     * @throws RefusedException if it may not, with what would lift each refusal; nothing was written then
     */
    public static void require(Server server, Permissions asked) {
        Endpoint endpoint = server.endpoint();
        if (server.dialect() instanceof EmbeddedDialect) {
            throw new RefusedException(
                    List.of(endpoint + " is no database of this test: expected one in memory, such as"
                            + " jdbc:h2:mem:name, or a file below the folder for temporary files, such as @TempDir"));
        }
        List<String> names = asked.names();
        refuse(
                GuardRails.ofNames(
                        Stream.concat(ProductionNames.in(endpoint.url()).stream(), Stream.of(endpoint.user()))
                                .toList(),
                        names),
                endpoint,
                asked);
        Instant now = Instant.now();
        var terms = new Terms(
                System.getenv().getOrDefault(OWNER, System.getProperty("user.name")),
                names,
                asked.allowsSuperuser(),
                asked.allowsShared(),
                now,
                now.plus(asked.longest()).plus(AROUND));
        refuse(GuardRails.of(new JdbcConsent(server).inspect(), terms), endpoint, asked);
    }

    private static void refuse(List<Refusal> refusals, Endpoint endpoint, Permissions asked) {
        if (!refusals.isEmpty()) {
            throw new RefusedException(refusals.stream()
                    .map(refusal -> line(refusal, endpoint, asked))
                    .toList());
        }
    }

    private static String line(Refusal refusal, Endpoint endpoint, Permissions asked) {
        String instead = refusal.advice().isEmpty() ? ": " : "; " + refusal.advice() + ", or: ";
        return refusal.found()
                + instead
                + switch (refusal.lift()) {
                    case Refusal.Lift.Marking(List<String> options) -> {
                        var command = new ArrayList<>(List.of("target", "mark", "--url", endpoint.toString()));
                        command.addAll(options);
                        yield ShellLine.of(command);
                    }
                    case Refusal.Lift.Allowing(List<String> option) -> "@" + asked.annotation() + attribute(option);
                    case Refusal.Lift.Instead(List<String> other) -> "@" + asked.annotation() + "(product = \"mock\")";
                };
    }

    private static String attribute(List<String> option) {
        return "("
                + switch (option.getFirst()) {
                    case "--allow-superuser" -> "allowSuperuser = true";
                    case "--shared-database" -> "sharedDatabase = true";
                    default -> "allowNames = \"" + option.getLast() + "\"";
                }
                + ")";
    }
}
