"""The two listings: filters from the query, pages in the envelope of the API."""

from functools import lru_cache

from django.conf import settings
from django.db.models import F, Max, Prefetch, Window
from rest_framework.exceptions import ValidationError
from rest_framework.generics import ListAPIView
from rest_framework.pagination import PageNumberPagination
from rest_framework.response import Response
from rest_framework.utils.urls import replace_query_param

from .models import DefaultParameter, EventVersion, ParameterValue, StrainFile
from .serializers import EventVersionSerializer, EventVersionWithParametersSerializer, StrainFileSerializer

STRAIN_FILE_SECONDS = 4096


class Pagination(PageNumberPagination):
    page_size = 20
    max_page_size = 1000
    page_size_query_param = "pagesize"

    def link(self, number):
        return replace_query_param(settings.BASE_URL + self.request.get_full_path(), self.page_query_param, number)

    def get_paginated_response(self, data):
        page, paginator = self.page, self.page.paginator
        return Response(
            {
                "next": self.link(page.next_page_number()) if page.has_next() else None,
                "previous": self.link(page.previous_page_number()) if page.has_previous() else None,
                "results_count": paginator.count,
                "results_per_page": paginator.per_page,
                "num_pages": paginator.num_pages,
                "page_number": page.number,
                "results": data,
            }
        )


def number(text, name, kind):
    try:
        return kind(text)
    except ValueError:
        raise ValidationError({"detail": f"{name} is no number.", "parameter": name})


class StrainFileList(ListAPIView):
    serializer_class = StrainFileSerializer
    pagination_class = Pagination

    def get_queryset(self):
        query = self.request.query_params
        files = StrainFile.objects.all()
        if "detector" in query:
            files = files.filter(detector=query["detector"])
        if "sample-rate" in query:
            files = files.filter(sample_rate_khz=number(query["sample-rate"], "sample-rate", int))
        if "start" in query:
            files = files.filter(gps_start__gt=number(query["start"], "start", int) - STRAIN_FILE_SECONDS)
        if "stop" in query:
            files = files.filter(gps_start__lte=number(query["stop"], "stop", int))
        return files


@lru_cache
def parameter_ids():
    """Hyphen form of a name -> id."""
    return {parameter.name.replace("_", "-"): parameter.id for parameter in DefaultParameter.objects.all()}


class EventVersionList(ListAPIView):
    pagination_class = Pagination

    def flag(self, name):
        return self.request.query_params.get(name, "false") in ("", "true", "True", "1")

    def get_serializer_class(self):
        if self.flag("include-default-parameters"):
            return EventVersionWithParametersSerializer
        return EventVersionSerializer

    def get_queryset(self):
        query = self.request.query_params
        versions = EventVersion.objects.all()
        if "release" in query:
            versions = versions.filter(catalog__in=query["release"].split(","))
        for name, parameter in parameter_ids().items():
            limits = {}
            if f"min-{name}" in query:
                limits["values__best__gte"] = number(query[f"min-{name}"], f"min-{name}", float)
            if f"max-{name}" in query:
                limits["values__best__lte"] = number(query[f"max-{name}"], f"max-{name}", float)
            if limits:
                versions = versions.filter(values__parameter_id=parameter, **limits)
        if self.flag("lastver"):
            last = Window(Max("version"), partition_by="name")
            versions = versions.annotate(last=last).filter(last=F("version"))
        if self.flag("include-default-parameters"):
            values = ParameterValue.objects.select_related("parameter")
            versions = versions.prefetch_related(Prefetch("values", queryset=values))
        return versions
