package dev.fallow.internal.dataset;

import dev.fallow.CorruptFileException;
import dev.fallow.filter.FilterSetting;
import dev.fallow.format.layout.ChunkedLayout;
import dev.fallow.format.layout.Filter;
import dev.fallow.format.layout.FilterPipeline;
import dev.fallow.format.objectheader.MessageType;
import dev.fallow.internal.elements.ChunkedElements;
import dev.fallow.internal.filter.Pipeline;
import dev.fallow.internal.header.LiveMessage;
import java.util.ArrayList;
import java.util.List;

/** The chunks of datasets, as their headers describe them. */
final class ChunkedDatasets {
    private ChunkedDatasets() {}

    /**
     * The chunks of a dataset.
     *
     * @throws CorruptFileException if the chunks do not match the extent or the datatype
     */
    static ChunkedElements of(DatasetStorage dataset) {
        ChunkedElements elements = new ChunkedElements(
                dataset.store(),
                dataset.header().address(),
                dataset.where(),
                dataset.datatype(),
                dataset.dataspace(),
                (ChunkedLayout) dataset.dataLayout(),
                filters(dataset),
                FillValues.of(dataset.store(), dataset.header()),
                FillValues.never(dataset.store(), dataset.header()),
                FillValues.allocation(dataset.store(), dataset.header()));
        elements.check();
        return elements;
    }

    private static Pipeline filters(DatasetStorage dataset) {
        return hasFilters(dataset)
                ? new Pipeline(pipeline(dataset), dataset.store().skipsUnwritableFilters())
                : null;
    }

    /** Whether the chunks have filters, so that their index has their sizes: a message without filters does not count. */
    static boolean hasFilters(DatasetStorage dataset) {
        FilterPipeline message = pipeline(dataset);
        return message != null && !message.filters().isEmpty();
    }

    /**
     * The filters of a dataset for its users; empty if there are none.
     *
     * @throws CorruptFileException if one has no number
     */
    static List<FilterSetting> settings(DatasetStorage dataset) {
        FilterPipeline message = pipeline(dataset);
        List<FilterSetting> settings = new ArrayList<>();
        for (Filter filter : message == null ? List.<Filter>of() : message.filters()) {
            if (filter.id() == 0) {
                throw new CorruptFileException(dataset.where() + ": a filter with number 0");
            }
            settings.add(new FilterSetting(filter.id(), (filter.flags() & Filter.OPTIONAL) != 0, filter.clientData()));
        }
        return List.copyOf(settings);
    }

    /** The filters of a dataset; null if it has no such message. */
    static FilterPipeline pipeline(DatasetStorage dataset) {
        LiveMessage message = dataset.header().find(MessageType.FILTER_PIPELINE);
        return message == null
                ? null
                : FilterPipeline.decode(message.body(dataset.store().sizes(), MessageType.FILTER_PIPELINE.title()));
    }
}
