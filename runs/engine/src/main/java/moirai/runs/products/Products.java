package moirai.runs.products;

import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The list of all products, in the order in which help and messages name them. */
public final class Products {

    /** The default product of a run. */
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

    /** Returns all products. */
    public static List<Product> all() {
        return ALL;
    }

    /** Returns a product by its {@linkplain Product#name name}. */
    public static Optional<Product> named(String name) {
        return ALL.stream().filter(product -> product.name().equals(name)).findFirst();
    }

    /** Returns the products that can also exist at a URL. */
    public static List<ServerProduct> servers() {
        return ALL.stream()
                .flatMap(product -> product instanceof ServerProduct server ? Stream.of(server) : Stream.empty())
                .toList();
    }

    /**
     * Returns the product whose databases report this name.
     *
     * @param version product and version as the database reports them
     */
    public static Optional<Product> ofVersion(String version) {
        return ALL.stream().filter(product -> product.isNamedIn(version)).findFirst();
    }
}
