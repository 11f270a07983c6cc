"""Entries of the two listings."""

from django.conf import settings
from rest_framework import serializers

from .models import EventVersion, ParameterValue, StrainFile


def detail_url(collection, record):
    return f"{settings.BASE_URL}/api/v2/{collection}/{record}?format=api"


class StrainFileSerializer(serializers.ModelSerializer):
    sample_rate_kHz = serializers.IntegerField(source="sample_rate_khz")
    hdf5_url = serializers.SerializerMethodField()
    gwf_url = serializers.SerializerMethodField()
    detail_url = serializers.SerializerMethodField()

    class Meta:
        model = StrainFile
        fields = ["gps_start", "utc_start", "detector", "sample_rate_kHz", "hdf5_url", "gwf_url", "detail_url"]

    def get_hdf5_url(self, file):
        return f"{settings.BASE_URL}{file.archive_path}.hdf5?format=api"

    def get_gwf_url(self, file):
        return f"{settings.BASE_URL}{file.archive_path}.gwf?format=api"

    def get_detail_url(self, file):
        return detail_url("strain-files", f"{file.detector}-{file.gps_start}-{file.sample_rate_khz}kHz")


class ParameterValueSerializer(serializers.ModelSerializer):
    name = serializers.CharField(source="parameter.name")
    unit = serializers.CharField(source="parameter.unit")
    description = serializers.CharField(source="parameter.description")

    class Meta:
        model = ParameterValue
        fields = [
            "name",
            "unit",
            "description",
            "best",
            "upper_error",
            "lower_error",
            "is_upper_limit",
            "is_lower_limit",
        ]


class EventVersionSerializer(serializers.ModelSerializer):
    shortName = serializers.SerializerMethodField()
    detail_url = serializers.SerializerMethodField()

    class Meta:
        model = EventVersion
        fields = ["name", "shortName", "gps", "version", "catalog", "doi", "detectors", "detail_url"]

    def get_shortName(self, version):
        return f"{version.name}-v{version.version}"

    def get_detail_url(self, version):
        return detail_url("event-versions", f"{version.name}-v{version.version}")

    def to_representation(self, version):
        entry = super().to_representation(version)
        if entry["doi"] is None:
            del entry["doi"]
        return entry


class EventVersionWithParametersSerializer(EventVersionSerializer):
    default_parameters = ParameterValueSerializer(many=True, source="values")

    class Meta(EventVersionSerializer.Meta):
        fields = [*EventVersionSerializer.Meta.fields, "default_parameters"]
