package moirai.cli.consent;

import java.util.Map;
import moirai.cli.options.UrlOptions;
import moirai.clients.Consent;
import moirai.clients.Endpoint;
import moirai.runs.products.Products;
import moirai.runs.products.ServerProduct;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** The options that name the database of a command of {@code moirai target}. */
final class MarkedDatabase {

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init")
    private CommandSpec spec;

    @Mixin
    private UrlOptions url = new UrlOptions();

    ServerProduct product() {
        if (!url.isGiven()) {
            throw new ParameterException(
                    spec.commandLine(),
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
        return new Refusals(spec.commandLine(), url);
    }

    /** Returns the database for people, without a password. */
    @Override
    public String toString() {
        return url.describe();
    }
}
