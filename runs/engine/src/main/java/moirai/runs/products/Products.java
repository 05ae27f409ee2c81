package moirai.runs.products;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** All products, in the order in which help and messages list them. */
public final class Products {

    /** What a run takes if nobody says which. */
    public static final ServerProduct POSTGRES = new PostgresProduct();

    private static final List<Product> ALL = List.of(
            POSTGRES,
            new PatroniProduct(),
            new MariadbProduct(),
            new GaleraProduct(),
            new CassandraProduct(),
            EmbeddedProduct.h2(),
            EmbeddedProduct.hsqldb(),
            EmbeddedProduct.sqlite(),
            new MemoryProduct(),
            new MockProduct());

    private Products() {}

    /** All of them. */
    public static List<Product> all() {
        return ALL;
    }

    /** A product by its {@linkplain Product#name name}. */
    public static Optional<Product> named(String name) {
        return ALL.stream().filter(product -> product.name().equals(name)).findFirst();
    }

    /** Those that may be there already, at a URL. */
    public static List<ServerProduct> servers() {
        return ALL.stream()
                .flatMap(product -> product instanceof ServerProduct server ? Stream.of(server) : Stream.empty())
                .toList();
    }

    /**
     * The product whose databases give themselves this name.
     *
     * @param version product and version as the database gives them
     */
    public static Optional<Product> ofVersion(String version) {
        return ALL.stream().filter(product -> product.isNamedIn(version)).findFirst();
    }
}
