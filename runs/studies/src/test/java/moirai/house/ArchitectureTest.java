package moirai.house;

import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideOutsideOfPackages;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.type;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.fields;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;
import static com.tngtech.archunit.library.Architectures.layeredArchitecture;
import static com.tngtech.archunit.library.GeneralCodingRules.ACCESS_STANDARD_STREAMS;
import static com.tngtech.archunit.library.dependencies.SlicesRuleDefinition.slices;

import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import com.tngtech.archunit.lang.CompositeArchRule;
import java.util.List;
import java.util.Optional;
import java.util.Random;

/** The map of the house as rules; ten at most, none disabled. */
@AnalyzeClasses(packages = "moirai", importOptions = ImportOption.DoNotIncludeTests.class)
class ArchitectureTest {

    /** Nothing points upwards, and an arrow that is not listed does not exist. */
    @ArchTest
    static final ArchRule MODULES = layeredArchitecture()
            .consideringOnlyDependenciesInAnyPackage("moirai..")
            .layer("history")
            .definedBy("moirai.history..")
            .layer("formats")
            .definedBy("moirai.formats..")
            .layer("analysis")
            .definedBy("moirai.analysis..")
            .layer("interception")
            .definedBy("moirai.interception..")
            .layer("generators")
            .definedBy("moirai.generators..")
            .layer("directed")
            .definedBy("moirai.directed..")
            .layer("sources")
            .definedBy("moirai.sources..")
            .layer("observation")
            .definedBy("moirai.observation..")
            .layer("clients")
            .definedBy("moirai.clients")
            .layer("clients.jdbc")
            .definedBy("moirai.clients.jdbc..")
            .layer("clients.cql")
            .definedBy("moirai.clients.cql..")
            .layer("clients.memory")
            .definedBy("moirai.clients.memory..")
            .layer("mockstore")
            .definedBy("moirai.mockstore..")
            .layer("scheduling")
            .definedBy("moirai.scheduling..")
            .layer("nemesis")
            .definedBy("moirai.nemesis..")
            .layer("programs")
            .definedBy("moirai.programs..")
            .layer("exploration")
            .definedBy("moirai.exploration..")
            .layer("reenactment")
            .definedBy("moirai.reenactment..")
            .layer("runs")
            .definedBy("moirai.runs..")
            .layer("junit")
            .definedBy("moirai.junit..")
            .layer("cli")
            .definedBy("moirai.cli..")
            .layer("studies")
            .definedBy("moirai.studies..")
            .whereLayer("history")
            .mayNotAccessAnyLayer()
            .whereLayer("formats")
            .mayOnlyAccessLayers("history")
            .whereLayer("formats")
            .mayOnlyBeAccessedByLayers("runs", "junit", "cli", "studies")
            .whereLayer("analysis")
            .mayOnlyAccessLayers("history")
            // Below generators and clients, since both need it: observation records statements, scheduling holds them.
            .whereLayer("interception")
            .mayNotAccessAnyLayer()
            .whereLayer("interception")
            .mayOnlyBeAccessedByLayers(
                    "observation", "clients.jdbc", "scheduling", "exploration", "reenactment", "junit", "studies")
            .whereLayer("generators")
            .mayOnlyAccessLayers("history")
            .whereLayer("directed")
            .mayOnlyAccessLayers("history")
            .whereLayer("directed")
            .mayOnlyBeAccessedByLayers("sources", "observation", "reenactment", "runs", "junit", "cli", "studies")
            .whereLayer("sources")
            .mayOnlyAccessLayers("directed")
            .whereLayer("sources")
            .mayOnlyBeAccessedByLayers("observation", "reenactment", "runs", "junit", "cli", "studies")
            .whereLayer("observation")
            .mayOnlyAccessLayers("directed", "sources", "interception")
            .whereLayer("clients")
            .mayOnlyAccessLayers("history")
            .whereLayer("clients.jdbc")
            .mayOnlyAccessLayers("clients", "history", "interception")
            .whereLayer("clients.cql")
            .mayOnlyAccessLayers("clients", "history")
            .whereLayer("clients.memory")
            .mayOnlyAccessLayers("clients", "history")
            .whereLayer("mockstore")
            .mayOnlyAccessLayers("analysis", "history")
            .whereLayer("mockstore")
            .mayOnlyBeAccessedByLayers("programs", "exploration", "reenactment", "runs", "junit", "cli", "studies")
            .whereLayer("scheduling")
            .mayOnlyAccessLayers("interception")
            .whereLayer("scheduling")
            .mayOnlyBeAccessedByLayers("reenactment", "runs", "studies")
            .whereLayer("nemesis")
            .mayOnlyAccessLayers("history")
            .whereLayer("programs")
            .mayOnlyAccessLayers("exploration", "clients", "clients.jdbc", "mockstore", "analysis", "history")
            .whereLayer("programs")
            .mayOnlyBeAccessedByLayers("cli", "studies")
            .whereLayer("exploration")
            .mayOnlyAccessLayers("interception", "mockstore", "analysis", "history")
            .whereLayer("exploration")
            .mayOnlyBeAccessedByLayers("programs", "junit", "cli", "studies")
            .whereLayer("reenactment")
            .mayOnlyAccessLayers(
                    "clients",
                    "clients.jdbc",
                    "clients.cql",
                    "directed",
                    "sources",
                    "mockstore",
                    "scheduling",
                    "interception",
                    "nemesis",
                    "history")
            .whereLayer("reenactment")
            .mayOnlyBeAccessedByLayers("runs", "junit", "cli", "studies")
            .whereLayer("runs")
            .mayOnlyBeAccessedByLayers("junit", "cli", "studies")
            .whereLayer("junit")
            .mayOnlyBeAccessedByLayers("studies")
            .whereLayer("cli")
            .mayOnlyBeAccessedByLayers("studies")
            .whereLayer("studies")
            .mayNotBeAccessedByAnyLayer()
            .as("modules depend on each other only as the map in README.md shows");

    @ArchTest
    static final ArchRule PACKAGES = slices().matching("moirai.(**)").should().beFreeOfCycles();

    /** Each library has its place. Clients speak JDBC, the mock store answers it, programs and cases use it. */
    @ArchTest
    static final ArchRule LIBRARIES = CompositeArchRule.of(List.of(
            keeps("moirai.cli..", "picocli.."),
            keeps("moirai.runs.metrics..", "io.prometheus.."),
            keeps("moirai.clients.jdbc..", "org.postgresql..", "com.zaxxer.."),
            keeps("moirai.clients.cql..", "com.datastax.."),
            keeps("moirai.directed.solving..", "org.logicng.."),
            keep(List.of("moirai.mockstore.sql..", "moirai.sources.sql.."), List.of("net.sf.jsqlparser..")),
            keeps("moirai.sources..", "com.github.javaparser.."),
            keeps("moirai.mockstore.wire..", "io.netty.."),
            keep(List.of("moirai.generators.arbitrary..", "moirai.junit.properties.."), List.of("net.jqwik..")),
            keeps("moirai.junit..", "org.junit..", "org.assertj.."),
            keep(
                    List.of(
                            "moirai.interception..",
                            "moirai.clients.jdbc..",
                            "moirai.mockstore.jdbc..",
                            "moirai.programs..",
                            "moirai.scheduling..",
                            "moirai.observation..",
                            "moirai.nemesis.mariadb..",
                            "moirai.nemesis.postgres..",
                            "moirai.reenactment..",
                            "moirai.runs.query..",
                            "moirai.exploration.jdbc..",
                            "moirai.junit.."),
                    List.of("java.sql..", "javax.sql.."))));

    private static ArchRule keeps(String owner, String... libraries) {
        return keep(List.of(owner), List.of(libraries));
    }

    /** Nobody but the owners uses the libraries, apart from studies, which may use everything. */
    private static ArchRule keep(List<String> owners, List<String> libraries) {
        return noClasses()
                .that()
                .resideOutsideOfPackages(owners.toArray(String[]::new))
                .and()
                .resideOutsideOfPackage("moirai.studies..")
                .should()
                .dependOnClassesThat()
                .resideInAnyPackage(libraries.toArray(String[]::new));
    }

    /** The history model and the interception of JDBC depend on the JDK alone. */
    @ArchTest
    static final ArchRule LEAVES =
            CompositeArchRule.of(List.of(leaf("moirai.history.."), leaf("moirai.interception..")));

    private static ArchRule leaf(String owner) {
        return noClasses()
                .that()
                .resideInAPackage(owner)
                .should()
                .dependOnClassesThat(resideOutsideOfPackages(owner, "java..", "javax.sql..", "org.jspecify.."));
    }

    /** A verdict is a pure function of a history: no clock, no randomness without a seed, no threads, no files. */
    @ArchTest
    static final ArchRule PURE = noClasses()
            .that()
            .resideInAPackage("moirai.analysis..")
            .should()
            .dependOnClassesThat(resideInAnyPackage(
                            "java.time..", "java.util.concurrent..", "java.nio.file..", "java.util.logging..")
                    .or(type(Random.class)));

    @ArchTest
    static final ArchRule TERMINAL = noClasses()
            .that()
            .resideOutsideOfPackages("moirai.cli..", "moirai.launch..", "moirai.studies..")
            .should(ACCESS_STANDARD_STREAMS);

    /** Records are values: nothing in them is optional, and nobody can change them from outside. */
    @ArchTest
    static final ArchRule RECORDS = fields().that()
            .areDeclaredInClassesThat()
            .areRecords()
            .and()
            .areNotStatic()
            .should()
            .notHaveRawType(Optional.class)
            .andShould()
            .notHaveRawType(int[].class)
            .andShould()
            .notHaveRawType(long[].class);

    @ArchTest
    static final ArchRule EXITS = noClasses()
            .that()
            .resideOutsideOfPackages("moirai.cli", "moirai.launch", "moirai.studies..")
            .should()
            .callMethod(System.class, "exit", int.class);
}
