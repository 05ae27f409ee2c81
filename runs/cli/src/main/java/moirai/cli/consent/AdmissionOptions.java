package moirai.cli.consent;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import moirai.cli.options.TargetOptions;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.UrlOptions;
import moirai.clients.ClientException;
import moirai.clients.Endpoint;
import moirai.clients.Inspection;
import moirai.runs.Target;
import moirai.runs.consent.GuardRails;
import moirai.runs.consent.ProductionNames;
import moirai.runs.consent.RefusedException;
import moirai.runs.consent.Terms;
import moirai.runs.products.Products;
import moirai.runs.products.ServerProduct;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The options by which a user allows the use of an existing database. Each of them is needed beside a mark, and none
 * replaces it. The help of {@code target} explains them, and each refusal names the option that lifts it; few users
 * need them in the help of every command.
 */
public final class AdmissionOptions {

    static final String NAME = "--allow-name";

    /** The time allowed for the steps before and after the work itself. */
    private static final Duration AROUND = Duration.ofMinutes(1);

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Option(
            names = "--allow-superuser",
            hidden = true,
            description = "Of --url: work as a user who may do everything on the server.")
    private boolean allowsSuperuser;

    @Option(
            names = "--shared-database",
            hidden = true,
            description = "Of --url: work in a database that has other tables than Moirai's.")
    private boolean sharesDatabase;

    @Option(
            names = NAME,
            paramLabel = "NAME",
            hidden = true,
            description = "Of --url: work on a target whose name looks like production.")
    private List<String> names = new ArrayList<>();

    /**
     * Requires that the database of a command may be written to, if it is one that exists.
     *
     * @param database what the options of the command ask for
     * @param environment the variables of the process, which may say who asks
     * @param limit how long the work takes
     * @throws RefusedException if it may not; nothing was written then
     * @throws ClientException if none of the servers can be reached
     */
    public void require(TargetOptions target, Target database, Map<String, String> environment, Duration limit) {
        UrlOptions url = target.existing();
        database.existing()
                .ifPresent(endpoint -> require(url, url.product(Products.servers()), endpoint, environment, limit));
    }

    /**
     * Requires that the database may be written to.
     *
     * @param product the kind of database
     * @param environment the variables of the process, which may say who asks
     * @param limit how long the work takes
     * @throws RefusedException if it may not; nothing was written then
     * @throws ClientException if none of the servers can be reached
     */
    public void require(
            UrlOptions url, ServerProduct product, Endpoint endpoint, Map<String, String> environment, Duration limit) {
        var refusals = new Refusals(command.line(), url);
        // What looks like production is not even connected to.
        refusals.refuse(GuardRails.ofNames(named(endpoint), names));
        Instant now = Instant.now();
        var terms = new Terms(
                Owner.of(environment),
                names,
                allowsSuperuser,
                sharesDatabase,
                now,
                now.plus(limit).plus(AROUND));
        refusals.refuse(found(url.option(), product, endpoint).stream()
                .flatMap(found -> GuardRails.of(found, terms).stream())
                .distinct()
                .toList());
    }

    static List<String> named(Endpoint endpoint) {
        return Stream.concat(ProductionNames.in(endpoint.url()).stream(), Stream.of(endpoint.user()))
                .toList();
    }

    /**
     * Inspects every server that the URL names, since sessions may get to any of them: a server that is not inspected,
     * and comes back later, could be anything. If the URL names a single server, its failure is reported as that of any
     * other connection.
     */
    private static List<Inspection> found(String option, ServerProduct product, Endpoint endpoint) {
        var found = new ArrayList<Inspection>();
        var failures = new ArrayList<ClientException>();
        List<String> urls = ServerProduct.eachIn(endpoint.url());
        for (String url : urls) {
            try {
                found.add(product.consent(new Endpoint(url, endpoint.user(), endpoint.password()))
                        .inspect());
            } catch (ClientException failed) {
                failures.add(failed);
            }
        }
        for (ClientException failed : failures) {
            if (found.isEmpty() || failed.isRefusal()) {
                throw failed;
            }
        }
        if (!failures.isEmpty()) {
            throw new RefusedException(failures.stream()
                    .map(failed -> failed.getMessage() + "; name only servers that can be looked at in " + option)
                    .toList());
        }
        return found;
    }
}
