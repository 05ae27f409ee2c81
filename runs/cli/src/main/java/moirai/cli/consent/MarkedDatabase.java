package moirai.cli.consent;

import java.util.Map;
import moirai.cli.options.TypedCommand;
import moirai.cli.options.UrlOptions;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.runs.products.Products;
import moirai.runs.products.ServerProduct;
import picocli.CommandLine.Mixin;

/** The options that name the database of a command of {@code moirai target}. */
final class MarkedDatabase {

    @Mixin
    private TypedCommand command = new TypedCommand();

    @Mixin
    private UrlOptions url = new UrlOptions();

    ServerProduct product() {
        if (!url.isGiven()) {
            throw command.refused(
                    "--url or --node is missing: expected the database's URL, or nodes of a Cassandra cluster");
        }
        return url.product(Products.servers());
    }

    Endpoint endpoint(Map<String, String> environment) {
        return url.endpoint(product(), environment);
    }

    Consent consent(Map<String, String> environment) {
        return product().consent(endpoint(environment));
    }

    Refusals refusals() {
        return new Refusals(command.line(), url);
    }

    /** Returns the database for people, without a password. */
    @Override
    public String toString() {
        return url.describe();
    }
}
