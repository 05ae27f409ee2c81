package moirai.runs.doctor;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import moirai.nemesis.Cluster;
import moirai.nemesis.ClusterException;
import moirai.nemesis.faults.FaultKind;
import moirai.nemesis.network.lab.LabHosts;
import moirai.runs.ClusterPlan;
import moirai.runs.Target;
import moirai.runs.products.Product;
import moirai.runs.products.Products;
import moirai.runs.products.Wish;

/** An examination of this machine by all checks. */
public final class Examination {

    /** The number of nodes of the databases whose faults are listed. */
    private static final String REPLICATED = "3";

    private final Tools tools;

    /** Prepares an examination by these variables of the process. */
    public Examination(Map<String, String> environment) {
        this.tools = new Tools(environment);
    }

    /** Returns the findings of all checks. The default database is started for them, and removed. */
    public List<Finding.Group> all() {
        var groups = new ArrayList<Finding.Group>();
        groups.add(new Finding.Group("to build and run", build()));
        groups.add(new Finding.Group("databases (--db)", databases()));
        groups.add(faults("faults (--nemesis) on --db ", Products.POSTGRES));
        Products.all().stream()
                .filter(Product::hasFaultNeeds)
                .forEach(product -> groups.add(faults("faults on --db ", product)));
        groups.add(new Finding.Group("networks", networks()));
        return groups;
    }

    private List<Finding> build() {
        var findings = new ArrayList<Finding>();
        findings.add(tools.jdk(25, true, "to build Moirai"));
        findings.add(tools.program("mvn", "to build Moirai, and for Cassandra's jars", "maven"));
        for (Product product : Products.all()) {
            product.jdk().ifPresent(feature -> findings.add(tools.jdk(feature, false, "for --db " + product.name())));
        }
        return findings;
    }

    private static List<Finding> databases() {
        var findings = new ArrayList<Finding>();
        findings.add(started());
        for (Product product : Products.all()) {
            if (!product.equals(Products.POSTGRES)) {
                findings.add(Finding.of(product.form(), product.describe(""), product.problem("")));
            }
        }
        return findings;
    }

    /** Returns the result of starting the default database, as nothing else would show that it works. */
    private static Finding started() {
        long begin = System.nanoTime();
        Product product = Products.POSTGRES;
        ClusterPlan plan = product.target(Wish.of("")).cluster().orElseThrow();
        try (Cluster cluster = plan.make(1)) {
            cluster.start();
            double seconds = (System.nanoTime() - begin) / 1e9;
            return new Finding(
                    product.form(),
                    true,
                    String.format(Locale.ROOT, "%s; started in %.1f s", product.describe(""), seconds));
        } catch (ClusterException failed) {
            return new Finding(product.form(), false, String.valueOf(failed.getMessage()));
        }
    }

    private static Finding.Group faults(String title, Product product) {
        Wish usual = Wish.of("");
        Wish.Servers servers = product.hasServerVersions() ? Wish.Servers.OF_TWO_VERSIONS : Wish.Servers.DEFAULT;
        Target target =
                product.target(new Wish(REPLICATED, "", usual.storage(), usual.replicas(), servers, usual.cql()));
        try (Cluster cluster = target.cluster().orElseThrow().make(1)) {
            List<Finding> findings = Arrays.stream(FaultKind.values())
                    .map(kind -> Finding.of(kind.label(), kind.need().words(), kind.lack(cluster)))
                    .toList();
            return new Finding.Group(title + product.name() + ":" + REPLICATED, findings);
        }
    }

    private static List<Finding> networks() {
        Optional<String> lab = LabHosts.problem();
        return List.of(
                Finding.of("lab", "hosts of their own for nodes: partitions between them", lab),
                Finding.of("loss", "packets get lost between them", lab.or(LabHosts::lossProblem)));
    }
}
